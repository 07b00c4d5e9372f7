#pragma once

#include <span>

#include "view/viewer_state.h"
#include "view/window.h"

namespace condyle {

/// Mouse over the scene: turns, shifts, zooms, pulls. Only what Dear ImGui leaves over.
void follow_mouse(ViewerState& state, const ScreenArea& area);

/// Keys pressed since the last frame, unless a text field has them.
void follow_keys(ViewerState& state, std::span<const KeyPress> presses);

}  // namespace condyle
