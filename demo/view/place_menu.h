#pragma once

#include "view/viewer_state.h"

namespace condyle {

/// Pins a probe at a place in the picture [pixels from its top left corner], or removes the probe
/// whose mark is there. A message tells if there is nothing to probe.
void pin_or_remove(ViewerState& state, ViewSize size, double x, double y);

/// Lets the camera follow the body; -1, or the one that it follows: lets it stay.
void follow_or_stay(ViewerState& state, int body);

/// Cuts the scene through the place, facing the eye; shows all of it if it is cut.
void cut_or_whole(ViewerState& state, const Pick& place);

/// Opens the menu of a place in the picture: what can be done there.
void open_place_menu(ViewerState& state, ViewSize size, double x, double y);

/// Draws the menu if it is open.
void place_menu(ViewerState& state);

}  // namespace condyle
