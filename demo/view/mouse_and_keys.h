#pragma once

#include "view/viewer_state.h"

namespace condyle {

/// Mouse over the scene: turns, shifts, zooms, pulls. Only what Dear ImGui leaves over.
void follow_mouse(ViewerState& state, const ScreenArea& area);

/// Keys, unless a text field has them.
void follow_keys(ViewerState& state);

}  // namespace condyle
