#pragma once

#include "view/panels.h"
#include "view/renderer.h"

namespace condyle {

/// The size of the scene's area in a window with its panels.
ViewSize scene_size(const ViewerState& state, ViewSize window);

/// The camera that the scene specifies.
Camera home_camera(const ViewerState& state, ViewSize window);

/// Draws one frame of the viewer into a frame buffer (0: the window), or only lays it out if
/// `renderer` is null; call it between Window::begin_frame() and end_frame(). Returns the texts
/// written over the scene and beside it.
WrittenTexts draw_frame(ViewerState& state, Renderer* renderer, ViewSize window,
                        GLuint frame_buffer = 0);

/// Whether the frame just drawn has a table, or rows of strands, that the frame before did not
/// have. Dear ImGui gives a table its final widths only in its second frame.
bool has_new_table(ViewerState& state);

}  // namespace condyle
