#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene_world.h"
#include "step_times.h"
#include "view/parameters.h"
#include "view/playback.h"
#include "view/scene_view.h"
#include "view/strand_groups.h"
#include "view/time_series.h"

namespace condyle {

/// A body that the mouse pulls: the point p_B of it towards p_W.
struct Pull {
  int body = -1;  ///< -1: none
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();
};

/// What panels and keys ask of the viewer; done between two frames.
struct Requests {
  std::optional<std::filesystem::path> open_scene;
  bool reset = false, screenshot = false, frame_all = false, home = false;
  bool undo = false, redo = false;
};

/// All that the viewer holds besides its window.
struct ViewerState {
  std::unique_ptr<SceneWorld> world;
  std::unique_ptr<SceneDrawing> drawing;
  ViewOptions view;
  Camera camera;
  DrawList list;
  Playback playback;
  TimeSeries forces, peaks;                  ///< of the contacts
  TimeSeries strand_forces, strand_strains;  ///< of the strands, or of their groups where many
  TimeSeries first_reading;                  ///< of the world, at the same instants
  UndoHistory undo;
  Pull pull;
  double pull_stiffness = 1000;  ///< [N/m]
  bool show_help = false, show_panels = true, show_timings = false;
  StepTimes step_times{500};  ///< of the last steps
  int chosen_contact = 0, chosen_strand = 0;
  int strand_rows = 0;                         ///< of their table, in the last picture
  bool strands_over_reading = false;           ///< their curves: not over time
  std::vector<StrandGroup> strand_groups;      ///< by name
  std::vector<double> initial_strand_lengths;  ///< at time 0 [m]
  std::string message;                         ///< shown for a while
  double message_until = 0;                    ///< ImGui's time [s]
  Requests requests;
};

void say(ViewerState& state, const std::string& message);

/// Opens a scene in place of the one shown. Throws InputError; the old scene then stays.
void open_scene(ViewerState& state, const std::filesystem::path& file);

/// Back to time 0, parameters and camera stay.
void reset(ViewerState& state);

/// Makes the steps that `wall_seconds` ask for, as Playback::advance does by `wall_clock`, and
/// records the figures of the plots. A simulation that fails pauses and says why.
void advance(ViewerState& state, double wall_seconds, const std::function<double()>& wall_clock);

}  // namespace condyle
