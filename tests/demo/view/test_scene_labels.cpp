// Names in the scene, and the name of the strand under the cursor.
#include <imgui.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "demo/view/viewer_in_window.h"
#include "view/scene_labels.h"

namespace condyle::test::scene_labels_tests {

namespace {

bool has(const WrittenTexts& texts, const std::string& words) {
  return std::ranges::find(texts, words, &WrittenText::text) != texts.end();
}

}  // namespace

TEST_CASE("labels: bodies, regions, ligaments and laws, each on and off", "[labels][viewer]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  for (int k = 0; k < 60; ++k) state.live->step(1.0 / 240);
  const auto shows = [&](const SceneLabels& labels) {
    state.view.labels = labels;
    viewer->lay_out(1);
    return std::array{has(viewer->texts, state.world->bodies()[0].name),
                      has(viewer->texts, "medial"), has(viewer->texts, "PCL"),
                      has(viewer->texts, "linear")};
  };
  using Shown = std::array<bool, 4>;
  CHECK(shows({}) == Shown{false, false, false, false});
  CHECK(shows({true, false, false, false}) == Shown{true, false, false, false});
  CHECK(shows({false, true, false, false}) == Shown{false, true, false, false});
  CHECK(shows({false, false, true, false}) == Shown{false, false, true, false});
  CHECK(shows({false, false, false, true}) == Shown{false, false, false, true});
}

TEST_CASE("labels: an arrow without a figure, as that of the mouse, has no label",
          "[labels][viewer]") {
  const auto viewer = open_viewer("knee_replacement", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  for (int k = 0; k < 30; ++k) state.live->step(1.0 / 240);
  int tibia = 0;
  while (state.world->bodies()[tibia].name != "tibia") ++tibia;
  const Eigen::Vector3d centre = state.world->bodies()[tibia].X_WB.translation();
  viewer->window->set_user([](GLFWwindow*) { ImGui::GetIO().MouseDown[1] = true; });
  state.pull = {tibia, Eigen::Vector3d::Zero(), centre + Eigen::Vector3d(0.05, 0, 0)};
  viewer->lay_out(1);
  CHECK(std::ranges::any_of(state.list.arrows,
                            [](const DrawnArrow& arrow) { return arrow.figure.empty(); }));
  CHECK_FALSE(has(viewer->texts, ""));
}

TEST_CASE("labels: the balls are named by their laws", "[labels][viewer]") {
  const auto viewer = open_viewer("bouncing_balls", {1600, 1000}, 1);
  if (!viewer) return;
  viewer->state.view.labels.laws = true;
  viewer->lay_out(1);
  for (const char* law : {"poisson", "impact", "hertz", "hunt crossley", "linear"})
    CHECK(has(viewer->texts, law));
}

TEST_CASE("labels: none covers another text or leaves the scene", "[labels][viewer]") {
  const std::string scene = GENERATE("knee_replacement", "bouncing_balls", "ground_and_groove");
  const auto viewer = open_viewer(scene, {900, 600}, 1);
  if (!viewer) return;
  viewer->state.view.labels = {true, true, true, true};
  for (int k = 0; k < 30; ++k) viewer->state.live->step(1.0 / 240);
  viewer->lay_out();
  const std::size_t before = viewer->texts.size();
  for (std::size_t i = 0; i < viewer->texts.size(); ++i) {
    const WrittenText& text = viewer->texts[i];
    INFO(text.text);
    CHECK((contains(viewer->layout().scene, text.area) ||
           contains(viewer->layout().scales, text.area)));
    for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(overlap(text.area, viewer->texts[j].area));
  }
  viewer->state.view.labels = {};
  viewer->lay_out();
  CHECK(viewer->texts.size() + 3 <= before);
}

TEST_CASE("labels: a strand is found under the cursor, and its text tells force and strain",
          "[labels][viewer]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  for (int k = 0; k < 60; ++k) state.live->step(1.0 / 240);
  viewer->lay_out(1);
  const DrawList& list = state.list;
  int found = 0;
  for (int i = 0; i < static_cast<int>(state.world->strands().size()); ++i) {
    const auto points = state.world->strand_polyline(i, 0.001);
    const Eigen::Vector3d place =
        project(list.camera, list.size, 0.5 * (points.front() + points.back()));
    found += strand_at(*state.world, list.camera, list.size, place.x(), place.y(), 1) == i;
  }
  CHECK(found >= 5);  // some lie behind others
  CHECK(strand_at(*state.world, list.camera, list.size, 3, 3, 6) == -1);
  const WorldStrand* taut = nullptr;
  for (const WorldStrand& strand : state.world->strands())
    if (strand.report && strand.report->force.total_force > 1) taut = &strand;
  REQUIRE(taut);
  CHECK_THAT(strand_text(*taut), Catch::StartsWith(taut->name + ": ") && Catch::Contains(" N, "));
  state.world->cut_strand(static_cast<int>(taut - state.world->strands().data()));
  CHECK(strand_text(*taut) == taut->name + ": cut");
}

TEST_CASE("labels: taut strands are brighter and thicker than slack ones", "[labels][viewer]") {
  const auto viewer = open_viewer("knee_replacement", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  for (int k = 0; k < 60; ++k) state.live->step(1.0 / 240);
  const auto radii_and_glow = [&] {
    viewer->lay_out(1);
    return std::pair(state.list.rods.front().radius, state.list.rods.front().look.glow);
  };
  ligament::Strand strand = state.world->strands()[0].strand;
  strand.slack_length = 0.5 * state.world->strand_length(0);
  state.world->set_strand(0, strand);
  state.live->step(1.0 / 240);
  const auto [thick, bright] = radii_and_glow();
  strand.slack_length = 2 * state.world->strand_length(0);
  state.world->set_strand(0, strand);
  state.live->step(1.0 / 240);
  const auto [thin, dull] = radii_and_glow();
  CHECK(thin < thick);
  CHECK(dull < bright);
}

}  // namespace condyle::test::scene_labels_tests
