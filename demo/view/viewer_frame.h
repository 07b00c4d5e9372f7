#pragma once

#include "view/panels.h"
#include "view/renderer.h"

namespace condyle {

/// The size of the scene's area in a window with its panels.
ViewSize scene_size(const ViewerState& state, ViewSize window);

/// The camera that the scene specifies.
Camera home_camera(const ViewerState& state, ViewSize window);

/// Draws one frame of the viewer into the current frame buffer, or only lays it out if `renderer`
/// is null; call it between Window::begin_frame() and end_frame(). Returns the texts written over
/// the scene and beside it.
WrittenTexts draw_frame(ViewerState& state, Renderer* renderer, ViewSize window);

}  // namespace condyle
