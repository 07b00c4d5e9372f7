#include "view/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/figure_text.h"
#include "condyle/error.h"
#include "view/opened_files.h"
#include "view/scene_saving.h"
#include "view/viewer_state.h"

namespace condyle {
namespace {

constexpr int k_most_steps_at_once = 24;
constexpr const char* k_as_it_was = "as it was set";
constexpr double k_strand_step = 1e-3;  // of a kept moment [m]
constexpr float k_ghost_opacity = 0.35f;
const Eigen::Vector3f k_ghost_color(0.15f, 0.45f, 0.95f);

void show_beside(ViewerState& state, std::unique_ptr<Comparison> comparison) {
  if (state.compared) comparison->by = state.compared->by;
  const ShownWorld& world = comparison->world();
  comparison->drawing = std::make_unique<SceneDrawing>(
      world, comparison->replay ? comparison->replay->bounds() : Eigen::AlignedBox3d());
  comparison->view.opacity = default_opacity(world);
  state.compared = std::move(comparison);
}

/// The number of steps that are due.
int steps_due(ViewerState& state, Comparison& comparison,
              const std::function<double()>& wall_clock) {
  Playback& pace = comparison.pace;
  Playback& shown = state.playback;
  pace.playing = shown.playing;
  pace.rate = shown.rate;
  pace.speed = shown.speed;
  pace.steps_wanted = std::exchange(shown.steps_wanted, 0);
  int due = 0;
  // Both scenes make their steps at the same time in threads of their own; a slow step must not
  // bring a burst of them.
  const double step_time =
      std::max(state.live->step_wall_time(), comparison.live->step_wall_time());
  const auto clock = [&] { return wall_clock() + (state.wake ? due * step_time : 0); };
  pace.advance(
      std::exchange(comparison.elapsed, 0), [&](double) { ++due; }, clock);
  const double left = (state.live->scene().duration - state.live->time()) * pace.rate;
  if (shown.at_end != AtEnd::go_on && left > 0.5)
    due = std::min(due, std::max(1, static_cast<int>(std::lround(left))));
  return due;
}

void take_record_of_b(ViewerState& state, Comparison& comparison) {
  StepRecord& record = comparison.live->record();
  std::swap(comparison.curves, record.curves);
  if (comparison.drawing) comparison.drawing->observe(record.largest);
  if (state.drawing) state.drawing->observe(record.largest);
  if (std::exchange(comparison.stops, record.stops) == record.stops) return;
  comparison.is_lost = true;
  state.playback.playing = false;
  say(state, comparison.name + ": " + record.message, MessageKind::error);
}

/// Makes the steps that are due, after whichever is behind has caught up.
void step_both(ViewerState& state, Comparison& comparison, int due) {
  LiveScene& a = *state.live;
  LiveScene& b = *comparison.live;
  if (a.is_settling() != b.is_settling()) {
    if (due > 0) (a.is_settling() ? a : b).make_steps(k_most_steps_at_once, true);
    return;
  }
  if (std::abs(a.time() - b.time()) * state.playback.rate > 0.5 && !comparison.is_lost)
    return b.follow_to(a.time(), k_most_steps_at_once);
  if (due == 0) return;
  a.make_steps(due, state.playback.playing);
  if (!comparison.is_lost) b.make_steps(due, state.playback.playing);
}

/// The other world's meshes as a ghost.
void add_ghost(const Comparison& comparison, DrawList& list) {
  for (DrawnMesh mesh : comparison.list.meshes) {
    mesh.opacity = std::min(mesh.opacity, k_ghost_opacity);
    mesh.look.color = k_ghost_color;
    list.meshes.push_back(mesh);
  }
}

/// Colours and lines of both pictures mean the same.
void share_paint(FieldPaint& a, FieldPaint& b) {
  FieldPaint& wider = a.range >= b.range ? a : b;
  FieldPaint& other = a.range >= b.range ? b : a;
  const double largest = other.largest;
  other = wider;
  other.largest = largest;
}

}  // namespace

void compare_with_scene(ViewerState& state, scene::Scene scene, const std::string& name) {
  if (!state.live) throw InputError("a recorded motion cannot be compared with a scene");
  auto comparison = std::make_unique<Comparison>();
  comparison->name = name;
  if (!libraries_of(scene).empty()) load_user_functions(scene, state.library_use(scene));
  comparison->live = std::make_unique<LiveScene>(
      std::make_unique<SceneWorld>(std::move(scene), nullptr, state.engine));
  show_beside(state, std::move(comparison));
  LiveScene& b = *state.compared->live;
  b.wish({false, state.playback.rate, state.playback.speed, AtEnd::go_on}, 0);
  reset(state);
  if (!state.wake) return;
  limit_past(state);
  b.run_in_thread(state.wake);
}

namespace {

void compare_motion_with_these_settings(ViewerState& state) {
  auto comparison = std::make_unique<Comparison>();
  comparison->name = k_as_it_was;
  const auto& recording = state.replay->shared_recording();
  comparison->replay = std::make_unique<Replay>(recording);
  comparison->motion_curves = std::make_unique<MotionCurves>(recording);
  const Parameters settings = parameters_of(*state.world);
  apply(settings, *comparison->replay);
  comparison->motion_curves->restart(settings);
  comparison->replay->hold(state.replay->held());
  comparison->replay->show_time(state.replay->time());
  show_beside(state, std::move(comparison));
}

}  // namespace

void compare_with_these_settings(ViewerState& state) {
  if (state.replay) return compare_motion_with_these_settings(state);
  compare_with_scene(state, with_changes(state.world->scene(), *state.world, state.defaults),
                     k_as_it_was);
}

void follow_motion(ViewerState& state, double seconds, const std::function<double()>& wall_clock) {
  if (!state.compared || !state.compared->replay) return;
  Replay& b = *state.compared->replay;
  if (b.held() != state.replay->held()) b.hold(state.replay->held());
  if (b.time() != state.replay->time()) b.show_time(state.replay->time());
  state.compared->motion_curves->go_on(seconds, wall_clock);
}

void keep_map(ViewerState& state) {
  if (!state.live) return say(state, "a recorded motion keeps no maps");
  const auto moment = std::make_shared<KeptMoment>();
  state.moments.push_back(moment);
  state.live->do_work([moment](Simulation& simulation) {
    moment->world.take(simulation.world(), k_strand_step);
    moment->is_taken = true;
    return fmt::format("kept the map at {} s", fixed(simulation.world().time(), 3));
  });
}

void compare_with_moment(ViewerState& state, int moment) {
  const std::shared_ptr<KeptMoment>& kept = state.moments.at(static_cast<std::size_t>(moment));
  if (!kept->is_taken) return;
  auto comparison = std::make_unique<Comparison>();
  comparison->name = fmt::format("kept at {} s", fixed(kept->world.time(), 3));
  comparison->kept = kept;
  show_beside(state, std::move(comparison));
}

void stop_comparing(ViewerState& state) { state.compared.reset(); }

void advance_in_step(ViewerState& state, double wall_seconds,
                     const std::function<double()>& wall_clock) {
  LiveScene& a = *state.live;
  Comparison& comparison = *state.compared;
  LiveScene& b = *comparison.live;
  const Playback& playback = state.playback;
  a.wish({false, playback.rate, playback.speed, playback.at_end}, 0);
  b.wish({false, playback.rate, playback.speed, AtEnd::go_on}, 0);
  a.pin(state.pinned);
  if (a.advance(0, wall_clock)) take_record(state);
  if (b.advance(0, wall_clock)) take_record_of_b(state, comparison);
  comparison.elapsed += wall_seconds;
  state.playback.reached = comparison.pace.reached;
  if (!a.is_up_to_date() || !b.is_up_to_date()) return;
  step_both(state, comparison, steps_due(state, comparison, wall_clock));
}

void update_comparison(ViewerState& state, ViewSize size) {
  Comparison& comparison = *state.compared;
  const ShownWorld& world = comparison.world();
  std::vector<float> opacity = std::move(comparison.view.opacity);
  comparison.view = state.view;
  if (opacity.size() != state.view.opacity.size()) comparison.view.opacity = std::move(opacity);
  comparison.list.camera = state.camera;
  comparison.list.size = size;
  comparison.drawing->observe(*state.world);
  comparison.drawing->update(world, comparison.view, comparison.list);
  switch (comparison.by) {
    case CompareBy::side_by_side:
      return share_paint(state.list.paint, comparison.list.paint);
    case CompareBy::ghost:
      return add_ghost(comparison, state.list);
    case CompareBy::difference:
      return comparison.difference.update(*state.world, world, state.view.smooth, state.list);
  }
}

std::string caption_of_a(const Comparison& comparison) {
  switch (comparison.by) {
    case CompareBy::side_by_side:
      return "A";
    case CompareBy::ghost:
      return "ghost: B, " + comparison.name;
    case CompareBy::difference:
      break;
  }
  return "A less B, " + comparison.name;
}

std::string caption_of_b(const Comparison& comparison) { return "B, " + comparison.name; }

}  // namespace condyle
