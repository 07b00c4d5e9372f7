#pragma once

#include <span>

#include "view/viewer_state.h"
#include "view/window.h"

namespace condyle {

/// Handles the mouse over the scene: turn, shift, zoom, pull. Ignores input that Dear ImGui uses.
void follow_mouse(ViewerState& state, const ScreenArea& area);

/// Handles the keys pressed since the last frame, unless a text field has the focus.
void follow_keys(ViewerState& state, std::span<const KeyPress> presses);

}  // namespace condyle
