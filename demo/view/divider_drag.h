#pragma once

#include <optional>

#include "view/camera.h"
#include "view/contact_sides.h"

namespace condyle {

/// The plane of a divider while it is dragged in the scene.
struct DividerDrag {
  Eigen::Vector3d p_C =
      Eigen::Vector3d::Zero();  ///< where the line was grabbed, in the casting mesh
};

/// A place of a picture [pixels], with y down from the top left corner.
struct PicturePlace {
  ViewSize size;
  double x = 0, y = 0;
};

/// The place of the divider's line that is near the cursor; none if it is not near, or behind the
/// eye.
std::optional<DividerDrag> grabbed_divider(const ShownWorld& world, const Divider& divider,
                                           const Camera& camera, const PicturePlace& cursor);

/// Moves the plane along its axis to where the cursor is, within the casting mesh. Seen along the
/// axis it stays, since the cursor then says nothing.
void drag_divider(const ShownWorld& world, const DividerDrag& drag, const Camera& camera,
                  const PicturePlace& cursor, Divider& divider);

}  // namespace condyle
