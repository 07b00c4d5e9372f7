#include "view/viewer_state.h"

#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <limits>

#include "condyle/error.h"
#include "world/model_scene.h"

namespace condyle {
namespace {

constexpr double k_message_seconds = 6;
constexpr double k_just_after = 0.01;    // [s]
constexpr double k_start_part = 0.05;    // of a motion, at its start
constexpr double k_falls = 2;            // fall after that part, as a factor
constexpr float k_bone_opacity = 0.25f;  // of meshes without contact, to keep the joint visible
constexpr std::size_t k_most_events = 50;
constexpr double k_curves_time = 0.01;     // time per picture for the curves of a replay [s] ...
constexpr double k_curves_share = 0.2;     // ... or this fraction of the time of a slow picture
constexpr double k_pull_in_weights = 4;    // stiffness of a pull: this many weights over ...
constexpr double k_pull_over_sizes = 0.1;  // ... this fraction of the scene's size

double default_pull_stiffness(const ShownWorld& world, const Eigen::AlignedBox3d& bounds) {
  const double scene_size = bounds.isEmpty() ? 1 : bounds.diagonal().norm();
  double mass = 0;
  for (const WorldBody& body : world.bodies()) mass += body.mass;
  constexpr double k_gravity = 9.81;
  return std::max(k_pull_in_weights * mass * k_gravity, 1.0) / (k_pull_over_sizes * scene_size);
}

void clear_curves(ViewerState& state) {
  state.live_curves = Curves();
  state.step_times.clear();
  state.events.clear();
}

/// Sets the world and everything that depends on it.
void show(ViewerState& state, std::unique_ptr<ShownWorld> world) {
  state.world = std::move(world);
  state.live = dynamic_cast<SceneWorld*>(state.world.get());
  state.replay = dynamic_cast<Replay*>(state.world.get());
  state.drawing = std::make_unique<SceneDrawing>(
      *state.world, state.replay ? state.replay->bounds() : Eigen::AlignedBox3d());
  state.motion_curves.reset();
  const Effects effects = state.view.effects;
  const Backdrop backdrop = state.view.backdrop;
  const MapColors colors = state.view.colors;
  const Field field = state.view.field;
  state.view = scene_view_options(*state.world);
  state.view.colors = colors;
  if (description_of(field).lack(*state.world).empty()) state.view.field = field;
  state.view.effects = effects;  // the user's taste, and what this computer can do
  state.view.backdrop = backdrop;
  state.view_is_new = true;
  state.playback.restart();
  state.defaults = parameters_of(*state.world);
  state.undo = {};
  state.watch = {};
  state.findings.clear();
  state.pull = {};
  state.chosen_contact = state.chosen_strand = 0;
  state.strands_over_reading = false;
  state.strand_groups = strand_groups(state.world->strands());
  state.initial_strand_lengths.clear();
  for (int i = 0; i < static_cast<int>(state.world->strands().size()); ++i) {
    state.initial_strand_lengths.push_back(state.world->strand_length(i));
  }
  clear_curves(state);
}

void keep_events(ViewerState& state) {
  const std::span<const WorldEvent> last = state.live->events();
  state.events.insert(state.events.end(), last.begin(), last.end());
  if (state.events.size() > k_most_events)
    state.events.erase(state.events.begin(), state.events.end() - k_most_events);
}

bool is_among(const Finding& finding, std::span<const Finding> findings) {
  return std::ranges::any_of(findings, [&](const Finding& other) {
    return other.kind == finding.kind && other.place == finding.place;
  });
}

/// New findings show the panel again.
void take(ViewerState& state, std::vector<Finding> findings) {
  for (const Finding& finding : findings)
    if (!is_among(finding, state.findings)) state.show_findings = true;
  state.findings = std::move(findings);
}

/// Collects the findings that `simulate` would report by now. From the scene's duration on, where
/// `simulate` ends, these include what never happened; they stay when the scene starts again.
void find(ViewerState& state) {
  const bool is_over =
      state.live->time() >= state.world->scene().duration - 0.5 / state.playback.rate;
  std::vector<Finding> findings = state.watch.findings(*state.live, is_over);
  if (!is_over)
    for (const Finding& before : state.findings)
      if (!is_among(before, findings)) findings.push_back(before);
  take(state, std::move(findings));
}

/// The largest value of a motion. The first twentieth does not count if the values fall after it to
/// less than half in as short a time: many computed motions start with a transient.
double largest_after_start(const TimeSeries& series, const Recording& recording) {
  const double duration = recording.last_time() - recording.first_time();
  const double transient_end = recording.first_time() + k_start_part * duration;
  double first = 0, second = 0, rest = 0;
  for (const TimeSeries::Line& line : series.lines()) {
    for (std::size_t i = 0; i < line.values.size(); ++i) {
      const double time = series.times()[i], value = line.values[i];
      double& largest = time < transient_end ? first : rest;
      largest = std::max(largest, value);
      if (time >= transient_end && time < transient_end + k_start_part * duration)
        second = std::max(second, value);
    }
  }
  return second > 0 && first > k_falls * second ? rest : std::max(first, rest);
}

void advance_replay(ViewerState& state, double wall_seconds,
                    const std::function<double()>& wall_clock) {
  Replay& replay = *state.replay;
  if (state.playback.playing) {
    replay.show_time(state.playback.follow(replay.time(), replay.recording().first_time(),
                                           replay.recording().last_time(), wall_seconds));
  }
  state.motion_curves->go_on(std::max(k_curves_time, k_curves_share * wall_seconds), wall_clock);
  take(state, state.motion_curves->findings());
  state.drawing->expect(largest_after_start(curves(state).peaks, replay.recording()),
                        largest_after_start(curves(state).forces, replay.recording()));
}

/// Returns to the start. Scales stay, because the meaning of a colour must not change when a scene
/// starts again.
void start_again(ViewerState& state) {
  state.playback.restart();
  if (state.replay) return state.replay->show_frame(0);
  state.live->release();
  state.pull = {};
  state.live->reset();
  clear_curves(state);
}

/// Whether the step that began at `before` has brought the scene to its duration. If a pull delayed
/// the restart, the scene is past its duration and ends at once after the pull.
bool has_ended(const ViewerState& state, double before) {
  const Playback& playback = state.playback;
  if (!playback.playing || playback.at_end == AtEnd::go_on || state.pull.body >= 0) return false;
  const double end = state.world->scene().duration - 0.5 / playback.rate;
  return state.live->time() >= end && (before < end || playback.at_end == AtEnd::start_again);
}

void end_scene(ViewerState& state) {
  if (state.playback.at_end == AtEnd::start_again) return start_again(state);
  state.playback.playing = false;
  state.playback.restart();
  say(state, fmt::format("the scene ends at {:g} s: Space continues, R restarts",
                         state.world->scene().duration));
}

}  // namespace

void say(ViewerState& state, const std::string& message) {
  state.message = message;
  state.message_until = ImGui::GetTime() + k_message_seconds;
}

void open_scene(ViewerState& state, const std::filesystem::path& file) {
  scene::Scene scene = load_scene(file);
  if (!libraries_of(scene).empty()) load_user_functions(scene, state.library_use(scene));
  show(state, std::make_unique<SceneWorld>(std::move(scene), nullptr, state.engine));
  state.live->follow_events();
  state.playback.rate = state.world->scene().rate;
  state.watch = ContactWatch(*state.live);
  find(state);
  state.pull_stiffness = default_pull_stiffness(*state.world, state.drawing->bounds(*state.world));
}

void open_replay(ViewerState& state, const std::shared_ptr<const Recording>& recording) {
  show(state, std::make_unique<Replay>(recording));
  state.motion_curves = std::make_unique<MotionCurves>(recording);
  std::size_t part = 0;
  for (const WorldBody& body : state.world->bodies()) {
    for (const WorldMesh& mesh : body.meshes) {
      float& opacity = state.view.opacity[part++];
      if (!mesh.surface) opacity = k_bone_opacity;
    }
  }
}

Eigen::AlignedBox3d framed_box(const ViewerState& state) {
  return state.replay ? state.replay->bounds() : state.drawing->bounds(*state.world);
}

const Curves& curves(const ViewerState& state) {
  return state.motion_curves ? state.motion_curves->shown() : state.live_curves;
}

void reset(ViewerState& state) {
  state.drawing->forget();
  start_again(state);
  if (state.replay) return;
  state.watch.restart();
  state.findings.clear();
  find(state);
}

void play_or_pause(ViewerState& state) {
  bool& playing = state.playback.playing;
  if (state.replay && !playing && state.replay->time() == state.replay->recording().last_time()) {
    state.replay->show_frame(0);
  }
  playing = !playing;
}

void step_once(ViewerState& state, bool forward) {
  if (!state.replay && !forward) return;
  state.playback.playing = false;
  if (state.replay) {
    state.replay->show_next_frame(forward);
  } else {
    ++state.playback.steps_wanted;
  }
}

double still_for(const ViewerState& state) {
  if (state.playback.playing || state.playback.steps_wanted > 0 || state.pull.body >= 0) return 0;
  if (state.motion_curves && state.motion_curves->progress() < 1) return 0;
  const double message = state.message_until - ImGui::GetTime();
  return message >= 0 ? message + k_just_after : std::numeric_limits<double>::infinity();
}

void parameters_changed(ViewerState& state) {
  if (state.motion_curves) state.motion_curves->restart(parameters_of(*state.world));
}

void advance(ViewerState& state, double wall_seconds, const std::function<double()>& wall_clock) {
  if (state.replay) return advance_replay(state, wall_seconds, wall_clock);
  bool steps = false, ends = false;
  const auto step = [&](double dt) {
    if (ends) return;
    steps = true;
    const double before = state.live->time();
    const bool settles = state.live->is_settling();
    state.live->step(dt);
    if (settles) return;  // figures, events and findings are those from time 0 on
    state.step_times.add(state.live->stage_times(), state.live->step_wall_time(), dt);
    record(*state.live, state.strand_groups, state.live_curves);
    keep_events(state);
    state.watch.observe(*state.live);
    if (state.drawing) state.drawing->observe(*state.live);  // without a window nothing is drawn
    ends = has_ended(state, before);
  };
  try {
    state.playback.advance(wall_seconds, step, wall_clock);
    if (steps) find(state);
    if (ends) end_scene(state);
  } catch (const SimulationError& error) {
    state.playback.playing = false;
    state.playback.restart();
    say(state, std::string("stopped: ") + error.what() + " (R restarts)");
  }
}

}  // namespace condyle
