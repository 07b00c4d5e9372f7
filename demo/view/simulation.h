#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "findings/run_findings.h"
#include "simulate/step_times.h"
#include "view/curves.h"
#include "view/history.h"
#include "view/largest_figures.h"
#include "view/playback.h"
#include "world/scene_world.h"
#include "world/world_copy.h"

namespace condyle {

/// What the user wishes of the steps.
struct StepWishes {
  bool playing = true;
  double rate = 240;  ///< [Hz]
  double speed = 1;   ///< simulated seconds per second of the wall
  AtEnd at_end = AtEnd::start_again;
  bool operator==(const StepWishes&) const = default;
};

/// What steps leave beside the state of the world.
struct StepRecord {
  Curves curves;                   ///< the last seconds
  Curves last_run;                 ///< those before the scene last started again
  StepTimes step_times{500};       ///< wall times of the last 500 steps
  std::vector<WorldEvent> events;  ///< the latest
  std::vector<Finding> findings;   ///< so far
  LargestFigures largest;          ///< since the last reset()
  double reached = 0;              ///< see Playback
  int stops = 0;                   ///< number of times that the steps have paused by themselves
  int resets = 0;                  ///< number of calls of reset()
  std::string message;             ///< the latest for the user
  int messages = 0;                ///< number of messages so far
};

/// The past of a live scene as the window sees it. Steps are known by their numbers.
struct PastView {
  long oldest = 0, latest = 0;    ///< steps that can be shown; none if latest < oldest
  long shown = 0;                 ///< is `latest` in the present
  double seconds_ago = 0;         ///< scene's time from the step shown to the latest [s]
  double seconds = 0;             ///< from the oldest to the latest [s]
  std::size_t size = 0;           ///< [bytes]
  std::vector<double> bookmarks;  ///< their times [s]

  bool is_empty() const { return latest < oldest; }
  bool is_past() const { return shown < latest; }
};

/// What a picture shows of a simulation.
struct LiveSnapshot {
  WorldCopy world;
  StepRecord record;
  EnergyLedger energy;
  bool keeps_energy = true;  ///< else `energy` says nothing
  StageTimes stage_times;
  double step_wall_time = 0;  ///< [s]
  long steps = 0;
  Settling settling;
  bool motion_running = true;
  Wrench pulled;  ///< by the mouse in the last step
  PastView past;
  std::uint64_t commands = 0;  ///< number of commands that were carried out before
};

/// A scene with its steps: when they are made, and what they leave. For one thread at a time.
class Simulation {
 public:
  explicit Simulation(std::unique_ptr<SceneWorld> world);

  SceneWorld& world() { return *world_; }
  const SceneWorld& world() const { return *world_; }

  void wish(const StepWishes& wishes);
  void step_singly(int steps) { playback_.steps_wanted += steps; }
  /// Whether steps will be due without another wish.
  bool has_to_step() const { return playback_.playing || playback_.steps_wanted > 0; }
  /// Until the next step is due [s].
  double time_to_step() const;

  /// Makes the steps that are due after `wall_seconds`, as Playback::advance does with
  /// `wall_clock`, and calls `after_step` after each. If a step fails, pauses and leaves a message.
  /// At its duration the scene starts again or stops according to its wishes, but not while a body
  /// is pulled.
  void advance(double wall_seconds, const std::function<double()>& wall_clock,
               const std::function<void()>& after_step);
  /// Makes steps at once, as advance() would: `playing`, or single ones. For a scene whose wishes
  /// are not to play.
  void make_steps(int steps, bool playing);
  /// Goes to a time of the scene since its last start: back in the past or from the start anew, or
  /// forward by at most this many steps.
  void follow_to(double time, int most_steps);
  /// Does not count the time until the next advance(), as after a pause.
  void restart_clock() { playback_.restart(); }

  /// Returns to the start, without findings and largest figures.
  void reset();

  // The past. The scene waits in it; steps go on from there and make a new future.

  /// How much memory the past may take [bytes]; 0: there is none.
  void set_memory(std::size_t bytes);
  /// Shows the step of this number, or the nearest one that is kept, and waits.
  void show_past(long number);
  void step_back();
  /// While true, steps show those of the past again, from the oldest on after the latest, instead
  /// of going on. Single steps in the past always do, up to the latest.
  void loop(bool loops);
  bool has_past() const { return !history_.is_empty(); }
  /// Makes the steps of the past again, those since the scene last started, and calls `look` after
  /// each; then shows the step that was shown, with what the user has changed since.
  void visit_past(const std::function<void(const SceneWorld&)>& look);
  /// Keeps the step shown until a layer is changed.
  void add_bookmark();
  void show_bookmark(int index);
  void drop_bookmark(int index);

  /// The probes whose values are recorded from now on.
  void pin(const PinnedProbes& pinned) { pinned_ = pinned; }

  void pull(int body, const Eigen::Vector3d& p_B, const Eigen::Vector3d& p_W, double stiffness);
  void twist(int body, const Eigen::Matrix3d& R_WB, double stiffness);
  void release();
  /// Forgets the past, which had another layer.
  void set_layer(MeshIndex mesh, const Layer& layer);
  void say(const std::string& message);

  /// Writes what is to be shown. Strands are points at most `strand_step` apart [m].
  void show(double strand_step, LiveSnapshot& snapshot);

 private:
  void step(double dt);
  void stop_after(const std::exception& error);
  void go_on_from_past();
  void show_next();
  void show_again(const PastStep& step);
  PastView past() const;
  void keep_events();
  void find();
  void start_again();
  bool has_ended(double before) const;
  void end();

  std::unique_ptr<SceneWorld> world_;
  std::vector<StrandGroup> groups_;
  Playback playback_;
  ContactWatch watch_;
  StepRecord record_;
  PinnedProbes pinned_;
  GapFinder gaps_;
  History history_;
  std::optional<PastStep> shown_;  ///< in the past
  std::vector<PastStep> bookmarks_;
  bool loops_ = false;
  long steps_ = 0;  ///< number of all steps that were made
  int runs_ = 0;    ///< how often the scene has started again
  bool is_pulled_ = false;
  bool has_stepped_ = false;  ///< since the findings were last asked for
  bool ends_ = false;         ///< the last step has brought the scene to its duration
};

}  // namespace condyle
