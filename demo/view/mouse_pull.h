#pragma once

#include <string>

#include "view/viewer_state.h"

namespace condyle {

/// The arrow of the mouse's pull: from the body to the cursor, or along the axis about which the
/// body is turned. Nothing if no body is pulled.
void add_pull_arrow(const ViewerState& state, DrawList& list);

/// The name of the pulled body, and the force or moment on it; empty if no body is pulled.
std::string pull_text(const ViewerState& state);

}  // namespace condyle
