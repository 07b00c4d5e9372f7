#pragma once

#include "view/panels.h"
#include "view/renderer.h"

namespace condyle {

/// Where the scene is drawn in a window with its panels.
ViewSize scene_size(const ViewerState& state, ViewSize window);

/// Where the scene wants its camera.
Camera home_camera(const ViewerState& state, ViewSize window);

/// One picture of the viewer in the current frame buffer, between Window::begin_frame() and
/// end_frame(). What was written over the scene and beside it.
WrittenTexts draw_frame(ViewerState& state, Renderer& renderer, ViewSize window);

}  // namespace condyle
