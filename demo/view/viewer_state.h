#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/scene/src/scene_libraries.h"
#include "engine/engine_name.h"
#include "findings/run_findings.h"
#include "replay/replay.h"
#include "simulate/step_times.h"
#include "view/camera_moves.h"
#include "view/comparison.h"
#include "view/contact_sides.h"
#include "view/cures.h"
#include "view/curves.h"
#include "view/divider_drag.h"
#include "view/draw_times.h"
#include "view/exports.h"
#include "view/file_watch.h"
#include "view/file_window.h"
#include "view/live_scene.h"
#include "view/message_log.h"
#include "view/parameters.h"
#include "view/picking.h"
#include "view/pinned_probes.h"
#include "view/playback.h"
#include "view/scene_view.h"
#include "view/screenshots.h"
#include "view/strand_selection.h"
#include "view/viewer_settings.h"
#include "world/scene_world.h"
#include "world/strand_groups.h"

namespace condyle {

struct LessonRun;
struct StartPage;
struct FilmOfPast;
struct NewJointWindow;

/// A pull on a body by the mouse: its point p_B is drawn towards p_W, or it is turned to R_WB.
struct Pull {
  int body = -1;  ///< -1: no pull
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();
  std::optional<Eigen::Matrix3d> R_WB = {};
};

/// The place in the scene that the menu is about.
struct PlaceOfMenu {
  int pinned = -1;                    ///< the pinned probe there, or -1
  std::optional<PinnedProbe> to_pin;  ///< the probe that can be pinned there
  Pick found;                         ///< what is seen there first
};

/// Requests from panels and keys; carried out between two frames.
struct Requests {
  std::optional<std::filesystem::path> open_scene, open_lesson, save_scene, compare_with;
  bool compare_settings = false;
  std::optional<Export> write;
  std::optional<Cure> cure;
  bool reload = false;
  std::optional<Side> toggle;  ///< folds or opens this panel
  bool reset = false, screenshot = false, frame_all = false, home = false;
  bool undo = false, redo = false, quit = false, restart_lesson = false;
  bool film = false;  ///< begins a film, or ends the one that is made
  bool open_joint_window = false;
  bool make_joint = false;  ///< of what the window of new joints says
};

/// The complete state of the viewer except the window.
struct ViewerState {
  std::unique_ptr<ShownWorld> world;
  EngineName engine = EngineName::bullet;  ///< of scenes that are opened
  LiveScene* live = nullptr;               ///< `world` if it is a scene in an engine, else null
  Replay* replay = nullptr;                ///< `world` if it is a recorded motion, else null
  std::unique_ptr<SceneDrawing> drawing;
  std::vector<std::shared_ptr<KeptMoment>> moments;  ///< of the world, to compare with
  std::unique_ptr<Comparison> compared;  ///< null while nothing is compared with the world
  ViewOptions view;
  Camera camera;
  CameraFollow follow;
  bool view_is_new = true;  ///< the camera has not yet been set to the scene's own
  DrawList list;
  Playback playback;
  Curves live_curves;                           ///< the last seconds of a live scene
  Curves last_run;                              ///< its curves before it last started again
  std::unique_ptr<MotionCurves> motion_curves;  ///< curves of a replay
  UndoHistory undo;
  Parameters defaults;      ///< parameters given by the scene
  ViewerSettings settings;  ///< kept from one run to the next
  Pull pull;
  double pull_stiffness = 1000;  ///< [N/m]
  double pull_arm = 0.1;         ///< at which the stiffness acts where the mouse turns a body [m]
  bool pull_is_tried = false;    ///< in the drag that goes on
  PinnedProbes pinned;
  Divider divider;
  std::optional<DividerDrag> divider_drag;  ///< while the plane is dragged in the scene
  ChosenPatch patch;
  ScreenArea scene_area;  ///< of the last picture
  PlaceOfMenu menu;
  bool opens_menu = false;
  std::shared_ptr<StartPage> start_page;      ///< null while it is not shown
  std::shared_ptr<NewJointWindow> new_joint;  ///< null while it is closed
  std::shared_ptr<FilmOfPast> film;           ///< null unless one is made (film_of_past.h)
  std::shared_ptr<LessonRun> lesson;          ///< null while there is none; see lesson_of()
  ScreenshotWish screenshot;
  bool show_scales = true;  ///< false: no text and scales either
  bool show_help = false, show_panels = true, show_timings = false;
  StepTimes step_times{500};  ///< wall times of the last 500 steps
  DrawTimes draw_times;
  DrawBytes draw_bytes;
  std::vector<WorldEvent> events;  ///< the latest events of a live scene
  int chosen_contact = 0;
  StrandSelection strands;                 ///< those that are edited
  int strand_rows = 0;                     ///< rows of the strand table in the last frame
  std::vector<unsigned> shown_tables;      ///< Dear ImGui's tables in the last picture
  int shown_strand_rows = 0;               ///< as strand_rows in the last picture
  std::array<char, 64> column_filter{};    ///< narrows the list of columns that is open
  bool strands_over_reading = false;       ///< plots strands over the first reading instead of time
  std::vector<StrandGroup> strand_groups;  ///< strands grouped by name
  std::vector<double> initial_strand_lengths;  ///< lengths when the scene was opened [m]
  std::string message;                         ///< shown until message_until
  double message_until = 0;                    ///< in ImGui's time [s]
  std::shared_ptr<MessageLog> log = std::make_shared<MessageLog>();
  LogWindow log_window;
  std::string dragged_group;  ///< of the panels, while its title is dragged; else empty
  FileWindow files;
  std::unique_ptr<FileWatch> watch;         ///< of the scene's files, while the window is open
  bool loops = false;                       ///< Play shows the past of a live scene again and again
  int stops = 0, resets = 0, messages = 0;  ///< of the record (StepRecord) that were seen
  /// If set, live scenes step in threads of their own, which call it after each snapshot.
  std::function<void()> wake;
  std::vector<Finding> findings;  ///< so far; of a motion: by its curves
  /// Cures of findings by their kind and place, as far as they were asked for.
  std::map<std::string, std::shared_ptr<std::optional<Cure>>> cures;
  bool show_findings = true;  ///< false once dismissed; new findings show the panel again
  Requests requests;
  /// Decides whether the libraries that a scene names may be loaded.
  std::function<scene::LibraryUse(const scene::Scene&)> library_use = [](const scene::Scene&) {
    return scene::LibraryUse::refused;
  };
};

/// Shows a message for a few seconds, and keeps it in the log.
void say(ViewerState& state, const std::string& message, MessageKind kind = MessageKind::note);

/// Opens a scene in place of the current one, or a model or a mesh (read_to_view()). Throws
/// InputError; the current scene then stays.
void open_scene(ViewerState& state, const std::filesystem::path& file,
                const std::vector<scene::NamedLayer>& layers = {});

/// Shows a scene that was read or changed in memory in place of the current world. `keeps_view`:
/// with the camera and the options of the one before. Throws InputError as open_scene().
void open_read(ViewerState& state, scene::Scene scene, bool keeps_view);

/// Takes over what a new snapshot of a live scene has beside the state of the world.
void take_record(ViewerState& state);

/// Reads the file of the scene again, and says so; camera and options stay, kept moments do not.
/// Throws InputError, also for a recorded motion.
void reload(ViewerState& state);

/// Watches the files of a live scene from now on, if the window can be woken.
void watch_files(ViewerState& state);

/// Shows a live scene in place of the current world.
void open_live(ViewerState& state, std::unique_ptr<SceneWorld> world);

/// Opens a recorded motion in place of the current world.
void open_replay(ViewerState& state, const std::shared_ptr<const Recording>& recording);

/// The box that framing shows: all bodies and strands, or the joint of a replay, without its bones.
Eigen::AlignedBox3d framed_box(const ViewerState& state);

/// The curves of the current world.
const Curves& curves(const ViewerState& state);

/// Returns to the start. Parameters and camera stay; scales that have grown start over.
void reset(ViewerState& state);

/// Starts or pauses playback; a replay at its end starts again.
void play_or_pause(ViewerState& state);

/// Pauses and makes one step, or in the past shows the next one. A replay shows its next frame.
/// Backward, the previous step or frame is shown.
void step_once(ViewerState& state, bool forward);

/// Gives the past of a live scene the memory of the settings.
void limit_past(ViewerState& state);

/// How long the picture stays as it is without input [s]: 0 while something moves or is computed,
/// infinity if nothing is to come.
double still_for(const ViewerState& state);

/// Call this after parameters of the world were changed; restarts the curves of a replay.
void parameters_changed(ViewerState& state);

/// Goes on to the latest snapshot of a live scene, which without a thread of its own first makes
/// the steps that are due after `wall_seconds` (Simulation::advance), and takes the data of plots
/// and tables from it. A replay advances by wall time.
void advance(ViewerState& state, double wall_seconds, const std::function<double()>& wall_clock);

}  // namespace condyle
