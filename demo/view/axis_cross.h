#pragma once

#include "view/viewer_state.h"

namespace condyle {

/// The axes of the world as the camera sees them, in the lower left corner of the scene; a click on
/// an end of an axis shows the scene from there.
void axis_cross(ViewerState& state, const ScreenArea& scene);

/// Where the end of an axis is drawn, from the middle of the cross, in its lengths [right, down].
/// `axis`: 0 to 2 for x, y, z.
Eigen::Vector2d end_of_axis(const Camera& camera, int axis, bool is_positive);

}  // namespace condyle
