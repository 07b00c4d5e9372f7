#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "condyle/model/scene_libraries.h"
#include "findings/run_findings.h"
#include "replay/replay.h"
#include "scene_world.h"
#include "step_times.h"
#include "view/curves.h"
#include "view/parameters.h"
#include "view/playback.h"
#include "view/scene_view.h"
#include "view/strand_groups.h"
#include "view/viewer_settings.h"

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
  std::optional<Side> toggle;  ///< fold or open this panel
  bool reset = false, screenshot = false, frame_all = false, home = false;
  bool undo = false, redo = false, quit = false;
};

/// All that the viewer holds besides its window.
struct ViewerState {
  std::unique_ptr<ShownWorld> world;
  SceneWorld* live = nullptr;  ///< `world` where it is a scene in Bullet, else null
  Replay* replay = nullptr;    ///< `world` where it is a recorded motion, else null
  std::unique_ptr<SceneDrawing> drawing;
  ViewOptions view;
  Camera camera;
  bool view_is_new = true;  ///< the camera is still to be put where the scene wants it
  DrawList list;
  Playback playback;
  Curves live_curves;                           ///< of a live scene's last seconds
  std::unique_ptr<MotionCurves> motion_curves;  ///< of a replay
  UndoHistory undo;
  Parameters defaults;      ///< those of the scene
  ViewerSettings settings;  ///< remembered from one session to the next
  Pull pull;
  double pull_stiffness = 1000;  ///< [N/m]
  bool show_help = false, show_panels = true, show_timings = false;
  StepTimes step_times{500};       ///< of the last steps
  std::vector<WorldEvent> events;  ///< of a live scene, the last ones
  int chosen_contact = 0, chosen_strand = 0;
  int strand_rows = 0;                         ///< of their table, in the last picture
  bool strands_over_reading = false;           ///< their curves: not over time
  std::vector<StrandGroup> strand_groups;      ///< by name
  std::vector<double> initial_strand_lengths;  ///< when it was opened [m]
  std::string message;                         ///< shown for a while
  double message_until = 0;                    ///< ImGui's time [s]
  ContactWatch watch;                          ///< of a live scene
  std::vector<Finding> findings;               ///< of it, so far
  bool show_findings = true;  ///< until they are dismissed; what is new shows them again
  Requests requests;
  /// Whether libraries of a scene may be loaded, where it names some.
  std::function<LibraryUse(const Scene&)> library_use = [](const Scene&) {
    return LibraryUse::refused;
  };
};

void say(ViewerState& state, const std::string& message);

/// Opens a scene in place of the one shown. Throws InputError; the old scene then stays.
void open_scene(ViewerState& state, const std::filesystem::path& file);

/// The same with a recorded motion.
void open_replay(ViewerState& state, const std::shared_ptr<const Recording>& recording);

/// The curves of what is shown.
const Curves& curves(const ViewerState& state);

/// Back to the start; parameters and camera stay, scales that have grown are forgotten.
void reset(ViewerState& state);

/// Plays on, or pauses; a replay that stands at its end starts again.
void play_or_pause(ViewerState& state);

/// Pauses, and makes one step; a replay shows its next frame or, where not `forward`, the one
/// before. A live scene has no way back.
void step_once(ViewerState& state, bool forward);

/// Takes over changes of the world's parameters, which something else has made.
void parameters_changed(ViewerState& state);

/// Makes the steps that `wall_seconds` ask for, as Playback::advance does by `wall_clock`, and
/// records the figures of the plots. A simulation that fails pauses and says why. A scene that
/// comes to its duration, and a replay, which goes on by the time itself, at its end, start again
/// or stop as Playback::at_end says; while a body is pulled a scene goes on.
void advance(ViewerState& state, double wall_seconds, const std::function<double()>& wall_clock);

}  // namespace condyle
