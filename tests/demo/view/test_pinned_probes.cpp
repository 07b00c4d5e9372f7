// Probes that are pinned to a triangle: where they are, what they show and record.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/scene/scene_file.h"
#include "demo/view/viewer_in_window.h"
#include "support/swinging_knee.h"
#include "view/pinned_marks.h"
#include "view/place_menu.h"

namespace condyle::test::pinned_probe_tests {
namespace {

constexpr double k_dt = 1.0 / 240;

double no_clock() { return 0; }

/// The triangle with the highest pressure on the casting mesh of the first contact.
PinnedProbe at_peak(const ShownWorld& world) {
  const WorldContact& contact = world.contacts()[0];
  const std::vector<double>& pressure = contact.report->casting_map().pressure;
  const auto peak = std::ranges::max_element(pressure);
  return {1, contact.casting, static_cast<int>(peak - pressure.begin())};
}

float last_of(const Curves& curves, Field field, std::size_t probe) {
  return curves.probes[static_cast<std::size_t>(field)].lines()[probe].values.back();
}

struct LiveProbes {
  LiveProbes()
      : scene(std::make_unique<SceneWorld>(
            scene::read_scene(find_scene("knee_replacement"), shipped_scenes()))) {
    scene.set_memory(std::size_t(1) << 28);
    wishes.at_end = AtEnd::go_on;
    wishes.playing = false;
    scene.wish(wishes, 0);
  }
  void step(int steps) {
    scene.wish(wishes, steps);
    scene.advance(1, no_clock);
  }
  const Curves& curves() { return scene.record().curves; }

  LiveScene scene;
  StepWishes wishes;
};

}  // namespace

TEST_CASE("pinned probes: curves have the values of the triangle, each begins when it is pinned",
          "[probe][viewer]") {
  LiveProbes live;
  live.step(60);
  PinnedProbes pinned;
  pin(at_peak(live.scene), pinned);
  live.scene.pin(pinned);
  live.step(10);
  const WorldContact& contact = live.scene.contacts()[0];
  const auto triangle = static_cast<std::size_t>(pinned.probes[0].triangle);
  const SideMap& map = contact.report->casting_map();
  REQUIRE(map.pressure[triangle] > 1e6);
  CHECK(last_of(live.curves(), Field::pressure, 0) == static_cast<float>(map.pressure[triangle]));
  CHECK(last_of(live.curves(), Field::depth, 0) == static_cast<float>(map.proximity[triangle]));
  CHECK(last_of(live.curves(), Field::thickness, 0) == Approx(0.008));
  CHECK(live.curves().probes[static_cast<std::size_t>(Field::gap)].times().empty());
  CHECK(live.curves().probes[static_cast<std::size_t>(Field::wear)].times().empty());

  // A second one, on the target: the first goes on.
  const TimeSeries& pressures = live.curves().probes[0];
  const std::size_t before = pressures.times().size();
  PinnedProbe below = at_peak(live.scene);
  below.mesh = contact.target;
  below.triangle = map.partner[triangle];
  pin(below, pinned);
  pinned.with_gap = true;
  live.scene.pin(pinned);
  live.step(4);
  const TimeSeries& both = live.curves().probes[0];
  REQUIRE(both.lines().size() == 2);
  CHECK(both.times().size() > before);
  CHECK(std::isnan(both.lines()[1].values[before - 1]));
  CHECK(both.lines()[1].values.back() > 0);
  CHECK(both.lines()[0].values[0] > 0);
  CHECK(last_of(live.curves(), Field::gap, 0) == 0);

  // The first is removed: the second keeps its curve and its number.
  pinned.probes.erase(pinned.probes.begin());
  live.scene.pin(pinned);
  live.step(2);
  const TimeSeries& rest = live.curves().probes[0];
  REQUIRE(rest.lines().size() == 1);
  CHECK(rest.lines()[0].name == "2");
  CHECK(rest.lines()[0].values.size() > before);
  pin(below, pinned);
  CHECK(pinned.probes[1].number == 1);  // the least that is free
}

TEST_CASE("pinned probes: they survive a new start, and tell what the past was",
          "[probe][viewer]") {
  LiveProbes live;
  live.step(30);
  PinnedProbes pinned;
  pin(at_peak(live.scene), pinned);
  live.scene.pin(pinned);
  const auto pressure = [&] {
    GapFinder gaps;
    return value_at(description_of(Field::pressure), live.scene, pinned.probes[0], gaps);
  };
  live.step(1);
  const double then = pressure();
  const Eigen::Vector3d place = place_of(live.scene, pinned.probes[0]);
  live.step(60);
  const double now = pressure();
  CHECK(now > 1.2 * then);
  live.scene.show_past(31);
  CHECK(pressure() == then);
  CHECK((place_of(live.scene, pinned.probes[0]) == place));
  live.scene.reset();
  CHECK(live.scene.record().last_run.probes[0].lines().size() == 1);
  live.step(31);
  CHECK(live.curves().probes[0].times().size() > 10);
  CHECK(pressure() == Approx(then));
}

TEST_CASE("pinned probes: a motion is evaluated for them from its start", "[probe][viewer]") {
  const SwingingKnee knee(20);
  const auto recording = std::make_shared<const Recording>(
      RecordingInput{knee.folder / "knee.osim", knee.folder / "swing.sto"});
  MotionCurves curves(recording);
  const auto finish = [&] {
    while (curves.progress() < 1) curves.go_on(1, no_clock);
  };
  finish();
  CHECK(curves.shown().probes[0].times().empty());
  Replay replay(recording);
  replay.show_frame(1);
  REQUIRE(replay.contacts()[0].report);
  PinnedProbes pinned;
  pin(at_peak(replay), pinned);
  curves.pin(pinned);
  finish();
  const TimeSeries& pressures = curves.shown().probes[0];
  REQUIRE(pressures.times().size() == static_cast<std::size_t>(recording->frames()));
  GapFinder gaps;
  CHECK(pressures.lines()[0].values[1] ==
        static_cast<float>(
            value_at(description_of(Field::pressure), replay, pinned.probes[0], gaps)));
}

TEST_CASE("pinned probes: pinned under the cursor, written with units, removed at their mark",
          "[probe][viewer]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  for (int k = 0; k < 60; ++k) state.live->step(k_dt);
  viewer->lay_out(1);
  const ViewSize size = scene_size(state, viewer->window->frame_buffer_size());
  const PinnedProbe peak = at_peak(*state.world);
  const Eigen::Vector3d pixel = project(state.camera, size, place_of(*state.world, peak));
  pin_or_remove(state, size, pixel.x(), pixel.y());
  REQUIRE(state.pinned.probes.size() == 1);
  const PinnedProbe& probe = state.pinned.probes[0];
  CHECK((place_of(*state.world, probe) - place_of(*state.world, peak)).norm() < 1e-3);
  viewer->lay_out();
  const auto found = std::ranges::find_if(
      viewer->texts, [](const WrittenText& text) { return text.text.starts_with("1  pressure "); });
  REQUIRE(found != viewer->texts.end());
  CHECK_THAT(found->text, Catch::Contains(" MPa\ndepth ") && Catch::EndsWith(" mm"));
  // Nothing to probe beside the joint.
  pin_or_remove(state, size, 1, size.height - 2);
  CHECK(state.pinned.probes.size() == 1);
  CHECK_THAT(state.message, Catch::Contains("nothing to probe"));
  const Eigen::Vector3d mark = project(state.camera, size, place_of(*state.world, probe));
  pin_or_remove(state, size, mark.x() + 2, mark.y());
  CHECK(state.pinned.probes.empty());
  // Outside of the map too: on the rim of the insert.
  state.pinned.probes.push_back(peak);
  state.view.field = Field::gap;
  viewer->lay_out();
  CHECK(std::ranges::any_of(
      viewer->texts, [](const WrittenText& text) { return text.text.starts_with("1  gap 0 "); }));
  const std::string mesh =
      state.world->bodies()[peak.mesh.body].name + "/" + state.world->mesh(peak.mesh).name + "/";
  CHECK(named_place(*state.world, mesh + "12").triangle == 12);
  CHECK(named_place(*state.world, mesh + "12").mesh == peak.mesh);
  for (const char* wrong : {"99999999", "-1", "1x", ""})
    CHECK_THROWS_WITH(named_place(*state.world, mesh + wrong), Catch::Contains(mesh + "0 to "));
  open_scene(state, find_scene("hip"));
  CHECK(state.pinned.probes.empty());
}

TEST_CASE("curves: a line that is new is unknown before, one that goes takes nothing along",
          "[viewer]") {
  TimeSeries series;
  series.add(0, {"a"}, {1});
  series.keep_lines({"a", "b"});
  series.add(1, {"a", "b"}, {2, 3});
  REQUIRE(series.lines().size() == 2);
  CHECK(series.lines()[0].values == std::vector<float>{1, 2});
  CHECK(std::isnan(series.lines()[1].values[0]));
  series.keep_lines({"b"});
  CHECK(series.lines()[0].values.back() == 3);
  CHECK(series.times().size() == 2);
  CHECK_FALSE(series.is_due(1 + TimeSeries::k_spacing / 2));
  CHECK(series.is_due(1 + TimeSeries::k_spacing));
  CHECK(series.is_due(0.5));
}

}  // namespace condyle::test::pinned_probe_tests
