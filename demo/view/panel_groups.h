#pragma once

#include <span>
#include <string>

#include "view/layout.h"
#include "view/viewer_state.h"

namespace condyle {

/// A group of widgets in one of the panels, or in a window of its own (GroupPlace).
struct PanelGroup {
  const char* name;  ///< identifies it in section() and in the settings
  Side home;         ///< the panel that it is in at first
  bool (*is_shown)(const ViewerState&);
  bool (*draw)(ViewerState&, Parameters& edited);  ///< returns whether it changed parameters
};

/// All groups, in the order in which panels show them.
std::span<const PanelGroup> panel_groups();

/// Draws the groups of a panel into the current window of Dear ImGui.
bool draw_groups(ViewerState& state, Parameters& edited, Side side);
/// Draws the groups that have windows of their own, and keeps where the user leaves those.
bool draw_group_windows(ViewerState& state, Parameters& edited);

/// For the title of a group, the last item: dragging it moves the group into a panel or makes it a
/// window; a right click offers the same.
void move_group_by_title(ViewerState& state, const std::string& name, const std::string& title);

/// Puts all groups and panels where they are at first.
void restore_layout(ViewerSettings& settings);

}  // namespace condyle
