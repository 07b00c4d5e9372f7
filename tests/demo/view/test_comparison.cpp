// Two scenes or settings beside each other, in step.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "demo/view/viewer_in_window.h"
#include "support/swinging_knee.h"
#include "view/color_map.h"
#include "view/comparison.h"
#include "view/opened_files.h"
#include "view/panels.h"

namespace condyle::test::comparison_tests {
namespace {

constexpr double k_frame = 1.0 / 60;

double clock_at_rest() { return 0; }

void run(ViewerState& state, int frames) {
  for (int k = 0; k < frames; ++k) advance(state, k_frame, clock_at_rest);
}

std::vector<double> poses(const ShownWorld& world) {
  std::vector<double> numbers{world.time()};
  for (const WorldBody& body : world.bodies())
    numbers.insert(numbers.end(), body.X_WB.data(), body.X_WB.data() + 16);
  return numbers;
}

/// Cuts the posterior cruciate ligament of the shipped knee in what the panels edit.
void cut_a_ligament(ViewerState& state) {
  Parameters edited = parameters_of(*state.world);
  for (std::size_t i = 0; i < 4; ++i) edited.strands[i].is_cut = true;
  apply(edited, *state.world);
}

}  // namespace

TEST_CASE("comparison: a recorded motion with other settings stays at the same time", "[compare]") {
  const auto viewer = open_viewer("hip", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const SwingingKnee knee(20);
  open_replay(state, std::make_shared<const Recording>(
                         RecordingInput{knee.folder / "knee.osim", knee.folder / "swing.sto"}));
  const auto peak = [](const ShownWorld& world) {
    return world.contacts()[0].report->result().total.max_pressure;
  };
  state.playback.playing = false;
  compare_with_these_settings(state);
  REQUIRE(state.compared);
  const Replay& b = *state.compared->replay;
  CHECK(peak(b) == peak(*state.world));
  Layer layer = state.world->contacts()[0].casting_layer;
  layer.elastic_modulus *= 3;
  state.world->set_layer(state.world->contacts()[0].casting, layer);
  parameters_changed(state);
  const double time = 0.6 * state.replay->recording().last_time();
  state.replay->show_time(time);
  for (int k = 0; k < 4; ++k) {
    advance(state, 0, clock_at_rest);
    viewer->lay_out(1);
  }
  CHECK(b.time() == state.world->time());
  CHECK((poses(*state.world) == poses(b)));
  CHECK(peak(*state.world) > 1.3 * peak(b));
  REQUIRE_FALSE(state.list.rods.empty());
  CHECK(state.compared->list.rods.front().radius == state.list.rods.front().radius);
  CHECK(state.compared->drawing->force_scale(b) == state.drawing->force_scale(*state.world));
  REQUIRE(state.compared->motion_curves->progress() == 1);
  const Curves& of_b = state.compared->motion_curves->shown();
  CHECK(of_b.peaks.times() == curves(state).peaks.times());
  CHECK(of_b.peaks.lines()[0].values != curves(state).peaks.lines()[0].values);
  const Plot plot = curve_over_time(state, "peak", "Pa", &Curves::peaks);
  REQUIRE(plot.before.size() == plot.lines.size());
  CHECK(plot.before[0].values == of_b.peaks.lines()[0].values);
  stop_comparing(state);
  advance(state, 0, clock_at_rest);
  viewer->lay_out(1);
}

TEST_CASE("comparison: the same settings stay the same to the bit, others do not", "[compare]") {
  const auto viewer = open_viewer("knee_replacement", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  run(state, 30);
  compare_with_these_settings(state);
  REQUIRE(state.compared);
  const LiveScene& b = *state.compared->live;
  CHECK(state.world->time() == 0);
  run(state, 40);
  CHECK(state.world->time() == Approx(40 * k_frame));
  CHECK((poses(*state.world) == poses(b)));
  CHECK(state.compared->curves.peaks.times().size() > 50);
  CHECK(state.compared->curves.peaks.times() == state.live_curves.peaks.times());
  cut_a_ligament(state);
  CHECK_FALSE(b.strands()[0].is_cut);
  run(state, 60);
  CHECK(b.time() == state.world->time());
  CHECK_FALSE(poses(*state.world) == poses(b));
  CHECK_FALSE(b.strands()[0].is_cut);
}

TEST_CASE("comparison: both stay at one time through steps, reset, past and the scene's end",
          "[compare]") {
  const auto viewer = open_viewer("hip", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  scene::Scene lasting_a_second = read_to_view(find_scene("bouncing_balls"));
  lasting_a_second.duration = 1;
  lasting_a_second.rate = 240;
  open_read(state, lasting_a_second, false);
  state.live->set_memory(std::size_t(1) << 28);
  compare_with_scene(state, read_to_view(find_scene("ball_on_plate")), "ball_on_plate");
  LiveScene& b = *state.compared->live;
  b.set_memory(std::size_t(1) << 28);
  const double dt = 1 / state.playback.rate;
  const auto is_together = [&] { return std::abs(state.world->time() - b.time()) < dt / 2; };
  run(state, 30);
  CHECK(is_together());
  state.playback.playing = false;
  step_once(state, true);
  run(state, 1);
  CHECK(state.world->time() == Approx(0.5 + dt));
  CHECK(is_together());
  const double before = state.world->time();
  for (int k = 0; k < 5; ++k) step_once(state, false);
  run(state, 2);
  CHECK(state.world->time() == Approx(before - 5 * dt));
  CHECK(is_together());
  CHECK(b.past().is_past());
  state.playback.playing = true;
  run(state, 10);
  CHECK(is_together());
  CHECK_FALSE(b.past().is_past());
  reset(state);
  run(state, 3);
  CHECK(is_together());
  CHECK(state.world->time() < 0.1);
  state.playback.speed = 4;
  double longest = 0;
  const double duration = state.world->scene().duration;
  for (double t = 0; t < 1.2 * duration; t += 4 * k_frame) {
    run(state, 1);
    longest = std::max(longest, state.world->time());
  }
  CHECK(longest < duration + 1e-9);
  run(state, 1);
  CHECK(state.world->time() < 0.5 * duration);
  CHECK(is_together());
  stop_comparing(state);
  run(state, 5);
  CHECK_FALSE(state.compared);
}

TEST_CASE("comparison: a scene that settles longer is waited for", "[compare]") {
  const auto viewer = open_viewer("ball_on_plate", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  scene::Scene settling = read_to_view(find_scene("ball_on_plate"));
  settling.settle = scene::SceneSettle{.approach = 0.5, .speed = 1e-3, .limit = 1};
  compare_with_scene(state, settling, "settling");
  run(state, 5);
  CHECK(state.compared->live->is_settling());
  CHECK(state.world->time() == 0);
  run(state, 120);
  CHECK_FALSE(state.compared->live->is_settling());
  CHECK(state.world->time() > 0);
  CHECK(state.compared->live->time() == state.world->time());
}

TEST_CASE("comparison: the difference of pressures is that of both maps, on the union of areas",
          "[compare]") {
  const auto viewer = open_viewer("knee_replacement", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  compare_with_these_settings(state);
  const ShownWorld& b = state.compared->world();
  run(state, 20);
  CHECK(lacks_difference(*state.world, b).empty());
  const auto largest = [&] {
    double most = 0;
    for (const double value : pressure_difference(*state.world, b, 0))
      if (std::abs(value) > most) most = std::abs(value);
    return most;
  };
  CHECK(largest() == 0);
  Parameters edited = parameters_of(*state.world);
  edited.contacts[0].layers[0].elastic_modulus *= 0.5;
  apply(edited, *state.world);
  run(state, 60);
  const std::vector<double> difference = pressure_difference(*state.world, b, 0);
  const std::span<const double> of_a = state.world->contacts()[0].report->casting_map().pressure;
  const std::span<const double> of_b = b.contacts()[0].report->casting_map().pressure;
  REQUIRE(difference.size() == of_a.size());
  int shown = 0;
  for (std::size_t t = 0; t < difference.size(); ++t) {
    if (std::isnan(difference[t])) {
      CHECK((of_a[t] == 0 && of_b[t] == 0));
      continue;
    }
    ++shown;
    CHECK(difference[t] == of_a[t] - of_b[t]);
  }
  CHECK(shown > 20);
  CHECK(largest() > 1e6);
  state.compared->by = CompareBy::difference;
  viewer->lay_out();
  CHECK(state.list.paint.colors.diverges);
  CHECK(state.list.paint.range == 2 * state.list.paint.zero);
  CHECK(state.list.paint.zero >= largest());
  CHECK(state.list.patches.size() == 1);
  const auto says = [&](const std::string& words) {
    return std::ranges::any_of(viewer->texts,
                               [&](const WrittenText& text) { return text.text == words; });
  };
  CHECK(says("A - B [MPa]"));
  CHECK(says("0"));
  CHECK_FALSE(lacks_difference(*state.world, SceneWorld(read_to_view(find_scene("hip")))).empty());
}

TEST_CASE("comparison: side by side halves the scene, a ghost lies in it", "[compare]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  viewer->lay_out();
  const ScreenArea whole = viewer->layout().scene;
  const std::size_t meshes = state.list.meshes.size();
  compare_with_these_settings(state);
  run(state, 10);
  viewer->lay_out();
  const WindowLayout layout = viewer->layout();
  CHECK(contains(whole, layout.scene));
  CHECK(contains(whole, layout.beside));
  CHECK_FALSE(overlap(layout.scene, layout.beside));
  CHECK(layout.scene.width == Approx(layout.beside.width).margin(2));
  CHECK(layout.scene.width + layout.beside.width > 0.98f * whole.width);
  CHECK(state.list.meshes.size() == meshes);
  CHECK(state.compared->list.meshes.size() == meshes);
  CHECK(state.compared->list.paint.range == state.list.paint.range);
  CHECK(state.compared->list.camera.distance == state.list.camera.distance);
  CHECK(state.compared->list.patches.size() == state.list.patches.size());
  state.compared->by = CompareBy::ghost;
  viewer->lay_out();
  CHECK(viewer->layout().beside.width == 0);
  CHECK(state.list.meshes.size() == 2 * meshes);
  CHECK(state.list.meshes.back().opacity < 0.5f);
}

TEST_CASE("comparison: a kept map stays while the scene goes on, until another one opens",
          "[compare]") {
  const auto viewer = open_viewer("knee_replacement", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  run(state, 20);
  keep_map(state);
  REQUIRE(state.moments.size() == 1);
  REQUIRE(state.moments[0]->is_taken);
  const std::vector<double> kept = poses(*state.world);
  const auto peak = [](const ShownWorld& world) {
    const auto map = world.contacts()[0].report->casting_map().pressure;
    return *std::max_element(map.begin(), map.end());
  };
  const double peak_kept = peak(*state.world);
  run(state, 60);
  CHECK_FALSE(poses(*state.world) == kept);
  compare_with_moment(state, 0);
  REQUIRE(state.compared);
  CHECK((poses(state.compared->world()) == kept));
  CHECK(peak(state.compared->world()) == peak_kept);
  run(state, 10);
  viewer->lay_out();
  CHECK((poses(state.compared->world()) == kept));
  CHECK(state.world->time() > 1.4);
  open_scene(state, find_scene("hip"));
  CHECK_FALSE(state.compared);
  CHECK(state.moments.empty());
}

TEST_CASE("diverging colours: grey in the middle, blue below, red above, as light on both sides",
          "[compare]") {
  const ColorScale scale{.diverges = true};
  const Rgb8 middle = color_at(scale, 0.5), low = color_at(scale, 0), high = color_at(scale, 1);
  CHECK(std::max({std::abs(middle[0] - middle[1]), std::abs(middle[1] - middle[2])}) <= 1);
  CHECK(low[2] > low[0] + 80);
  CHECK(high[0] > high[2] + 80);
  for (double t = 0; t < 0.45; t += 0.05) {
    if (t < 0.4) CHECK(lightness(color_at(scale, t + 0.05)) > lightness(color_at(scale, t)));
    if (t < 0.4) CHECK(lightness(color_at(scale, 0.95 - t)) > lightness(color_at(scale, 1 - t)));
    CHECK(lightness(color_at(scale, t)) ==
          Approx(lightness(color_at(scale, 1 - t))).margin(8));  // of 100
  }
}

}  // namespace condyle::test::comparison_tests
