#pragma once

#include "view/plot.h"
#include "view/viewer_state.h"

namespace condyle {

/// How panels, scene and its scales divide the window now.
WindowLayout window_layout(const ViewerState& state, ViewSize window);

/// Everything of Dear ImGui in the window: panels left and right, overlay, messages, help. What was
/// written over the scene and beside it.
WrittenTexts draw_panels(ViewerState& state, ViewSize window);

/// The title of a group of widgets, which folds it; true where it is open. `key`: its name where
/// the title changes.
bool section(ViewerState& state, const std::string& title, const std::string& key = "");

/// The scrub bar of a replay, below the scene; no height otherwise [pixels].
float timeline_height(const ViewerState& state);
void timeline(ViewerState& state, const ScreenArea& area);

/// A curve over the time that is shown: the last seconds, or a recorded motion with the present
/// marked.
Plot curve_over_time(const ViewerState& state, const std::string& title, const std::string& unit,
                     const TimeSeries& series);

/// Draws it; a replay goes to the time at which it is clicked.
void draw_and_seek(ViewerState& state, const Plot& plot);

// Its parts, each the content of one group of widgets.
void program_title();
void scene_chooser(ViewerState& state);
void playback_group(ViewerState& state);
void view_group(ViewerState& state);
/// The law of the chosen contact, with the words of a scene; true when something changed.
bool law_rows(const ViewerState& state, ContactSettings& settings);
bool friction_rows(ContactSettings& settings);
/// These edit a copy of the parameters; true when something changed.
bool parameter_group(ViewerState& state, Parameters& edited);
bool strand_group(ViewerState& state, Parameters& edited);
void contact_table(ViewerState& state);
void closed_form_table(ViewerState& state);
void plot_group(ViewerState& state);
/// First touches and last releases of a live scene, the last ones first.
void event_table(ViewerState& state);
/// Where the energy of a live scene is, came from and went.
void energy_group(ViewerState& state);
void timing_group(ViewerState& state);
void timings_window(const ViewerState& state, const ScreenArea& area);
void help_window(ViewerState& state, ViewSize window);
/// What was found about the scene, until it is dismissed.
void findings_panel(ViewerState& state, const ScreenArea& area);

}  // namespace condyle
