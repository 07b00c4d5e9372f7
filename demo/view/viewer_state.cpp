#include "view/viewer_state.h"

#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/system.h"
#include "condyle/error.h"
#include "findings/finding.h"
#include "view/lesson_run.h"
#include "view/opened_files.h"

namespace condyle {
namespace {

constexpr double k_message_seconds = 6;
constexpr double k_just_after = 0.01;      // [s]
constexpr double k_start_part = 0.05;      // of a motion, at its start
constexpr double k_falls = 2;              // fall after that part, as a factor
constexpr float k_bone_opacity = 0.25f;    // of meshes without contact, to keep the joint visible
constexpr double k_curves_time = 0.01;     // time per picture for the curves of a replay [s] ...
constexpr double k_curves_share = 0.2;     // ... or this fraction of the time of a slow picture
constexpr double k_pull_in_weights = 4;    // stiffness of a pull: this many weights over ...
constexpr double k_pull_over_sizes = 0.1;  // ... this fraction of the scene's size

/// Sets the spring of the mouse.
void choose_pull(ViewerState& state) {
  const Eigen::AlignedBox3d bounds = state.drawing->bounds(*state.world);
  state.pull_arm = k_pull_over_sizes * (bounds.isEmpty() ? 1 : bounds.diagonal().norm());
  double mass = 0;
  for (const WorldBody& body : state.world->bodies()) mass += body.mass;
  constexpr double k_gravity = 9.81;
  state.pull_stiffness = std::max(k_pull_in_weights * mass * k_gravity, 1.0) / state.pull_arm;
}

void clear_curves(ViewerState& state) {
  state.live_curves = state.last_run = Curves();
  state.step_times.clear();
  state.events.clear();
}

/// Whether `after` is the scene of `before`, opened again, with the same bodies and meshes.
bool is_same_scene(const ShownWorld* before, const ShownWorld& after) {
  if (!before || before->scene().file != after.scene().file) return false;
  const auto are_alike = [](const WorldMesh& a, const WorldMesh& b) {
    return a.name == b.name && a.mesh->triangles.size() == b.mesh->triangles.size();
  };
  return std::ranges::equal(
      before->bodies(), after.bodies(), [&](const WorldBody& a, const WorldBody& b) {
        return a.name == b.name && std::ranges::equal(a.meshes, b.meshes, are_alike);
      });
}

/// Sets the world and everything that depends on it. Of a scene that is opened again, what one
/// looks at stays: camera, cut and pinned probes.
void show(ViewerState& state, std::unique_ptr<ShownWorld> world) {
  state.compared.reset();
  state.moments.clear();
  const bool is_same = is_same_scene(state.world.get(), *world);
  if (!is_same) {
    state.view_is_new = true;
    state.follow = {};
    state.pinned = {};
  }
  const auto contacts = static_cast<int>(world->contacts().size());
  if (!is_same || state.divider.contact >= contacts) state.divider = {};
  state.patch = {};
  state.world = std::move(world);
  state.live = dynamic_cast<LiveScene*>(state.world.get());
  state.replay = dynamic_cast<Replay*>(state.world.get());
  state.drawing = std::make_unique<SceneDrawing>(
      *state.world, state.replay ? state.replay->bounds() : Eigen::AlignedBox3d());
  state.motion_curves.reset();
  const Effects effects = state.view.effects;
  const Backdrop backdrop = state.view.backdrop;
  const MapColors colors = state.view.colors;
  const Field field = state.view.field;
  const Cut cut = is_same ? state.view.cut : Cut();
  const double trail_seconds = state.view.trail_seconds;
  state.view = scene_view_options(*state.world);
  state.view.cut = cut;
  state.view.trail_seconds = trail_seconds;
  state.view.colors = colors;
  if (description_of(field).lack(*state.world).empty()) state.view.field = field;
  state.view.effects = effects;  // the user's taste, and what this computer can do
  state.view.backdrop = backdrop;
  state.playback.restart();
  state.defaults = parameters_of(*state.world);
  state.undo = {};
  state.findings.clear();
  state.cures.clear();
  state.pull = {};
  state.film.reset();
  state.chosen_contact = 0;
  state.strands = {};
  state.strands_over_reading = false;
  state.strand_groups = strand_groups(state.world->strands());
  state.initial_strand_lengths.clear();
  for (int i = 0; i < static_cast<int>(state.world->strands().size()); ++i) {
    state.initial_strand_lengths.push_back(state.world->strand_length(i));
  }
  clear_curves(state);
}

/// New findings show the panel again.
void take(ViewerState& state, std::vector<Finding> findings) {
  for (const Finding& finding : findings) {
    if (is_among(finding, state.findings)) continue;
    state.show_findings = true;
    state.log->add(MessageKind::warning, finding.place + ": " + finding.text);
  }
  state.findings = std::move(findings);
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
  state.motion_curves->pin(state.pinned);
  const double curves_time = std::max(k_curves_time, k_curves_share * wall_seconds);
  state.motion_curves->go_on(curves_time, wall_clock);
  follow_motion(state, curves_time, wall_clock);
  take(state, state.motion_curves->findings());
  const double peak = largest_after_start(curves(state).peaks, replay.recording());
  const double force = largest_after_start(curves(state).forces, replay.recording());
  state.drawing->expect(peak, force);
  if (state.compared && state.compared->replay) state.compared->drawing->expect(peak, force);
}

void advance_live(ViewerState& state, double wall_seconds,
                  const std::function<double()>& wall_clock) {
  Playback& playback = state.playback;
  state.live->wish({playback.playing, playback.rate, playback.speed, playback.at_end},
                   std::exchange(playback.steps_wanted, 0));
  state.live->pin(state.pinned);
  if (state.live->advance(wall_seconds, wall_clock)) take_record(state);
}

}  // namespace

void take_record(ViewerState& state) {
  StepRecord& record = state.live->record();
  if (std::exchange(state.resets, record.resets) != record.resets) {
    if (state.drawing) state.drawing->forget();
    state.findings.clear();
  }
  if (state.drawing) state.drawing->observe(record.largest);  // without a window nothing is drawn
  if (std::exchange(state.stops, record.stops) != record.stops) state.playback.playing = false;
  if (std::exchange(state.messages, record.messages) != record.messages)
    say(state, record.message,
        record.message.starts_with("stopped:") ? MessageKind::error : MessageKind::note);
  state.playback.reached = record.reached;
  std::swap(state.live_curves, record.curves);
  std::swap(state.last_run, record.last_run);
  std::swap(state.step_times, record.step_times);
  std::swap(state.events, record.events);
  take(state, record.findings);
}

void say(ViewerState& state, const std::string& message, MessageKind kind) {
  state.log->add(kind, message);
  state.message = message;
  state.message_until = ImGui::GetTime() + k_message_seconds;
}

void open_scene(ViewerState& state, const std::filesystem::path& file,
                const std::vector<scene::NamedLayer>& layers) {
  open_read(state, read_to_view(file, layers), false);
  const std::filesystem::path& opened = state.world->scene().file;
  if (!is_shipped(opened)) remember_recent(state.settings, opened);
}

void open_read(ViewerState& state, scene::Scene scene, bool keeps_view) {
  if (!libraries_of(scene).empty()) load_user_functions(scene, state.library_use(scene));
  auto world = std::make_unique<SceneWorld>(std::move(scene), nullptr, state.engine);
  ViewOptions view = state.view;
  open_live(state, std::move(world));
  if (!keeps_view) return;
  state.view_is_new = false;
  if (view.opacity.size() != state.view.opacity.size()) view.opacity = state.view.opacity;
  if (!description_of(view.field).lack(*state.world).empty()) view.field = Field::pressure;
  state.view = std::move(view);
}

void reload(ViewerState& state) {
  if (state.replay) throw InputError("a recorded motion is not read again; start the viewer anew");
  const scene::Scene& shown = state.world->scene();
  const std::vector<scene::NamedLayer> layers =
      shown.robot ? shown.robot->layers : std::vector<scene::NamedLayer>();
  const std::size_t kept =
      state.moments.size() + (state.live ? state.live->past().bookmarks.size() : 0);
  open_read(state, read_to_view(shown.file, layers), true);
  std::string text = fmt::format("read {} again", state.world->scene().file.filename().string());
  if (kept > 0)
    text += kept == 1 ? "; the kept moment of the scene before is gone"
                      : fmt::format("; the {} kept moments of the scene before are gone", kept);
  say(state, text);
}

void watch_files(ViewerState& state) {
  state.watch.reset();
  if (state.live && state.wake && !k_in_browser)
    state.watch = std::make_unique<FileWatch>(files_of(state.world->scene()), state.wake);
}

void open_live(ViewerState& state, std::unique_ptr<SceneWorld> world) {
  show(state, std::make_unique<LiveScene>(std::move(world)));
  state.playback.rate = state.world->scene().rate;
  state.stops = state.resets = state.messages = 0;
  take_record(state);
  choose_pull(state);
  state.loops = false;
  if (!state.wake) return;
  limit_past(state);
  state.live->run_in_thread(state.wake);
  watch_files(state);
}

void open_replay(ViewerState& state, const std::shared_ptr<const Recording>& recording) {
  show(state, std::make_unique<Replay>(recording));
  state.motion_curves = std::make_unique<MotionCurves>(recording);
  state.view.labels.bodies = state.view.labels.ligaments = true;  // often there are no bones to see
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
  state.playback.restart();
  if (state.replay) {
    state.drawing->forget();
    return state.replay->show_frame(0);
  }
  state.pull = {};
  state.live->reset();
  if (state.live->is_up_to_date()) take_record(state);
}

void play_or_pause(ViewerState& state) {
  bool& playing = state.playback.playing;
  if (state.replay && !playing && state.replay->time() == state.replay->recording().last_time()) {
    state.replay->show_frame(0);
  }
  playing = !playing;
}

void step_once(ViewerState& state, bool forward) {
  state.playback.playing = false;
  if (state.replay) {
    state.replay->show_next_frame(forward);
  } else if (forward) {
    ++state.playback.steps_wanted;
  } else {
    state.live->step_back();
  }
}

void limit_past(ViewerState& state) {
  constexpr double k_bytes_of_one = 1 << 20;
  const auto bytes = static_cast<std::size_t>(state.settings.past_megabytes * k_bytes_of_one);
  state.live->set_memory(bytes);
  if (state.compared && state.compared->live) state.compared->live->set_memory(bytes);
}

double still_for(const ViewerState& state) {
  if (state.film) return 0;
  if (state.playback.playing || state.playback.steps_wanted > 0 || state.pull.body >= 0) return 0;
  if (state.motion_curves && state.motion_curves->progress() < 1) return 0;
  if (state.compared && state.compared->replay && state.compared->motion_curves->progress() < 1)
    return 0;
  const double message = state.message_until - ImGui::GetTime();
  return message >= 0 ? message + k_just_after : std::numeric_limits<double>::infinity();
}

void parameters_changed(ViewerState& state) {
  if (state.motion_curves) state.motion_curves->restart(parameters_of(*state.world));
}

void advance(ViewerState& state, double wall_seconds, const std::function<double()>& wall_clock) {
  state.pinned.with_gap = state.view.field == Field::gap;
  if (state.replay) return advance_replay(state, wall_seconds, wall_clock);
  if (state.compared && state.compared->live)
    return advance_in_step(state, wall_seconds, wall_clock);
  advance_live(state, wall_seconds, wall_clock);
  go_on_with_lesson(state);
}

}  // namespace condyle
