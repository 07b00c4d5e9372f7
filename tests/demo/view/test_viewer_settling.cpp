// The viewer's curves, findings and events are those from time 0 on, without the settling.
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>

#include "condyle/scene/scene_file.h"
#include "view/viewer_state.h"

namespace condyle::test::viewer_settling_tests {
namespace {

/// A ball that is put into its plate: while it settles, its pressure is many times that at rest.
constexpr const char* k_scene = R"({
  "condyle_scene": 1, "gravity": [0, 0, -9.81], "duration": 1, "settle": {},
  "bodies": [
    {"name": "plate", "kind": "fixed", "meshes": [
      {"name": "top", "primitive": {"shape": "plane", "size": [0.04, 0.04, 0], "segments": 40},
       "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.3, "thickness": 0.003,
                 "yield_stress": 2e5}}]},
    {"name": "ball", "kind": "dynamic", "position": [0, 0, 0.029], "density": 2000, "meshes": [
      {"name": "skin", "shape": {"kind": "sphere", "radius": 0.03},
       "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.3, "thickness": 0.003,
                 "yield_stress": 2e5}}]}],
  "contacts": [{"name": "touch", "casting": {"body": "plate", "mesh": "top"},
                "target": {"body": "ball", "mesh": "skin"}, "dissipation": 1}]})";

double largest(const TimeSeries& series) {
  double value = 0;
  for (const TimeSeries::Line& line : series.lines())
    for (const float sample : line.values) value = std::max<double>(value, sample);
  return value;
}

}  // namespace

TEST_CASE("viewer: curves, findings and events leave out the settling", "[view][settling]") {
  ViewerState state;
  auto live = std::make_unique<LiveScene>(
      std::make_unique<SceneWorld>(scene::parse_scene(k_scene, "scene.json", shipped_scenes())));
  state.live = live.get();
  state.world = std::move(live);
  state.playback.rate = 240;
  state.playback.playing = true;

  REQUIRE(state.live->is_settling());
  double clock = 0, peak_of_settling = 0;
  const auto wall_clock = [&clock] { return clock; };
  while (state.live->is_settling() && clock < 20) {
    clock += 1.0 / 240;
    advance(state, 1.0 / 240, wall_clock);
    if (const auto& report = state.live->contacts()[0].report)
      peak_of_settling = std::max(peak_of_settling, report->result().total.max_pressure);
  }
  REQUIRE_FALSE(state.live->is_settling());
  REQUIRE(peak_of_settling > 2e5);
  CHECK(state.live_curves.peaks.times().size() <= 1);
  for (int i = 0; i < 24; ++i) advance(state, 1.0 / 240, wall_clock);
  CHECK(state.live->time() > 0.05);
  CHECK(state.live_curves.peaks.times().size() > 5);
  // A hundredth, since the ball may still move slowly when it counts as settled.
  const double at_rest = state.live->contacts()[0].report->result().total.max_pressure;
  CHECK(largest(state.live_curves.peaks) == Approx(at_rest).epsilon(0.01));
  CHECK(state.findings.empty());
}

}  // namespace condyle::test::viewer_settling_tests
