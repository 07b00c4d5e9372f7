#pragma once

#include "view/plot.h"
#include "view/viewer_state.h"

namespace condyle {

/// The current division of the window into panels, scene and scales.
WindowLayout window_layout(const ViewerState& state, ViewSize window);

/// Draws all Dear ImGui elements of the window: left and right panels, overlay, messages, help.
/// Returns the texts written over the scene and beside it.
WrittenTexts draw_panels(ViewerState& state, ViewSize window);

/// The title of a group of widgets, which folds the group. Returns whether the group is open. `key`
/// identifies the group if its title changes.
bool section(ViewerState& state, const std::string& title, const std::string& key = "");

/// The scrub bar below a replay and its height [pixels]; 0 for a live scene.
float timeline_height(const ViewerState& state);
void timeline(ViewerState& state, const ScreenArea& area);

/// The lesson below the scene and its height [pixels]; 0 without a lesson.
float lesson_height(const ViewerState& state);
void lesson_panel(ViewerState& state, const ScreenArea& area);

/// A plot of `series` over the displayed time: the last seconds of a live scene, or the whole
/// recorded motion with the current time marked. The last run of a live scene is grey below it.
Plot curve_over_time(const ViewerState& state, const std::string& title, const std::string& unit,
                     TimeSeries Curves::*series);

/// Gives a plot over time the displayed time of the world.
void show_times(const ViewerState& state, Plot& plot);

/// Draws the plot. A click on it moves a replay to that time; a right click offers to save it.
void draw_and_seek(ViewerState& state, const Plot& plot);
/// Writes the plot into the current folder as a table, or as a picture, and says where.
void save_plot(ViewerState& state, const Plot& plot, bool as_picture);

// The parts of the panels; each fills one group of widgets.
void program_title();
void scene_chooser(ViewerState& state);
/// Buttons to open, save and export, and for the log.
void file_row(ViewerState& state);
void log_window(ViewerState& state, ViewSize size);
void compare_group(ViewerState& state);
void playback_group(ViewerState& state);
/// Rows of the group Time for the past of a live scene.
void past_rows(ViewerState& state);
void view_group(ViewerState& state);
/// Rows of view_group() for the camera.
void camera_rows(ViewerState& state);
/// Rows of view_group() for the plane that cuts the scene.
void cut_rows(ViewerState& state);
/// Rows of view_group() for the field that the map shows, and for its scale.
void field_rows(ViewerState& state);
/// Rows of view_group() for what is drawn of the map, and for its lines.
void map_line_rows(ViewerState& state);
/// Rows for the law of the chosen contact, in the words of scene files. Returns whether it changed.
bool law_rows(const ViewerState& state, ContactSettings& settings);
/// These functions edit a copy of the parameters and return whether it changed.
/// Motions, loads and held bodies of a live scene.
bool drive_group(ViewerState& state, Parameters& edited);
bool parameter_group(ViewerState& state, Parameters& edited);
bool strand_group(ViewerState& state, Parameters& edited);
/// Rows of strand_group() if several strands are chosen, which are edited as one.
bool strand_selection_rows(const ViewerState& state, Parameters& edited);
void contact_table(ViewerState& state);
/// Under the table of contacts: their patches, and the two sides of a plane.
void patch_list(ViewerState& state);
void side_table(ViewerState& state);
void closed_form_table(ViewerState& state);
void plot_group(ViewerState& state);
/// The plots that the user puts together.
void own_plots_group(ViewerState& state);
/// Values and curves of pinned probes, if there are any.
void probe_group(ViewerState& state);
/// First touches and last releases of a live scene, the latest first.
void event_table(ViewerState& state);
/// Where the energy of a live scene is, came from and went to.
void energy_group(ViewerState& state);
void timing_group(ViewerState& state);
void timings_window(const ViewerState& state, const ScreenArea& area);
void help_window(ViewerState& state, ViewSize window);
/// The findings about the scene at the top right of `area`, until the user dismisses them.
void findings_panel(ViewerState& state, const ScreenArea& area);

}  // namespace condyle
