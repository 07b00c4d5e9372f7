// The viewer while a scene or a recording runs: its time, scales, curves and findings.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/mesh/temporary_folder.h"
#include "demo/view/viewer_in_window.h"
#include "support/swinging_knee.h"
#include "view/opened_files.h"
#include "view/scene_saving.h"
#include "view/viewer.h"
#include "view/viewer_settings.h"
#include "world/scene_figures.h"

namespace condyle::test::viewer_run_tests {

TEST_CASE("viewer: a scene starts again at its duration, or stops there, or goes on", "[viewer]") {
  const auto viewer = open_viewer("ball_on_plate", {900, 600}, 1);
  if (!viewer) return;
  viewer->lay_out(1);
  ViewerState& state = viewer->state;
  const auto clock_at_rest = [] { return 0.0; };
  const double duration = state.world->scene().duration;
  state.playback.rate = 60;
  state.playback.at_end = GENERATE(AtEnd::start_again, AtEnd::stop, AtEnd::go_on);
  const double top = state.drawing->largest_pressure();
  double longest = 0;
  for (double t = 0; t < duration + 1; t += 0.1) {
    advance(state, 0.1, clock_at_rest);
    longest = std::max(longest, state.world->time());
  }
  switch (state.playback.at_end) {
    case AtEnd::start_again:
      CHECK(longest < duration);
      CHECK(state.world->time() == Approx(1).margin(0.25));
      CHECK(state.playback.playing);
      CHECK(state.drawing->largest_pressure() >= top);  // scales are kept
      break;
    case AtEnd::stop:
      CHECK(state.world->time() == Approx(duration).margin(1.0 / 60));
      CHECK_FALSE(state.playback.playing);
      CHECK_THAT(state.message, Catch::Contains("ends at"));
      break;
    case AtEnd::go_on:
      CHECK(state.world->time() > duration + 0.5);
      break;
  }
}

TEST_CASE("viewer: scales stay through a motion, and one that does not says so", "[viewer]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const auto says = [&](const std::string& words) {
    return std::any_of(viewer->texts.begin(), viewer->texts.end(),
                       [&](const WrittenText& text) { return text.text == words; });
  };
  std::set<double> tops, arrows;
  const auto run = [&] {
    tops.clear();
    arrows.clear();
    for (int k = 0; k < 8; ++k) {  // four seconds, while the peak rises from 21 to 33 MPa
      for (int i = 0; i < 120; ++i) state.live->step(1.0 / 240);
      viewer->lay_out(1);
      tops.insert(state.list.paint.range);
      arrows.insert(state.drawing->force_scale(*state.world));
    }
  };
  run();
  CHECK(tops == std::set{40e6});
  CHECK(arrows == std::set{4e4});
  CHECK(says("pressure [MPa]"));
  CHECK(says("500 N"));
  CHECK(says("strain [%]"));
  CHECK_FALSE(says("automatic:"));
  const StrandPaint& paint = state.drawing->strand_paint();
  CHECK(paint.range == 0.15);

  state.view.range = ViewOptions::Range::automatic;
  reset(state);
  run();
  CHECK(tops.size() > 1);
  CHECK(says("automatic:"));
  CHECK(says("colours change"));
}

TEST_CASE("viewer: the figures of findings are those of the last step, dismissed ones stay away",
          "[viewer]") {
  const auto viewer = open_viewer("knee_replacement", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const WorldContact& contact = state.live->contacts()[0];
  Layer layer = contact.casting_layer;
  layer.yield_stress = 5e6;
  state.live->set_layer(contact.casting, layer);
  const auto clock_at_rest = [] { return 0.0; };
  double largest = 0, reached = 0;
  for (double t = 0; t < 0.3; t += 0.02) {  // while the load rises
    advance(state, 0.02, clock_at_rest);
    largest = std::max(largest, peak_pressure(*state.live));
    const auto found = std::ranges::find(state.findings, "beyond_yield", &Finding::kind);
    if (found == state.findings.end()) continue;
    if (reached == 0) state.show_findings = false;
    for (const auto& [name, value] : found->numbers)
      if (name == "peak_pressure [Pa]") reached = value;
  }
  CHECK(largest > 15e6);
  CHECK(reached >= largest);
  CHECK_FALSE(state.show_findings);
}

TEST_CASE("viewer: the largest so far counts every step, not only those drawn", "[viewer]") {
  const auto viewer = open_viewer("bouncing_balls", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const auto clock_at_rest = [] { return 0.0; };
  double largest = 0, largest_force = 0;
  state.playback.rate = 1000;
  for (int k = 0; k < 10; ++k) {
    advance(state, 0.1, clock_at_rest);
    for (const TimeSeries::Line& line : state.live_curves.peaks.lines())
      for (const float value : line.values) largest = std::max<double>(largest, value);
    for (const TimeSeries::Line& line : state.live_curves.forces.lines())
      for (const float value : line.values) largest_force = std::max<double>(largest_force, value);
  }
  REQUIRE(largest > 0);
  CHECK(state.drawing->largest_pressure() >=
        largest * (1 - 1e-6));  // curves are in single precision
  CHECK(0.2 * state.drawing->force_scale(*state.world) *
            state.drawing->bounds(*state.world).diagonal().norm() >
        0.1 * largest_force);
}

TEST_CASE("viewer: settling is told, and scales and curves begin after it", "[viewer]") {
  const auto viewer = open_viewer("ball_on_plate", {1600, 1000}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const std::filesystem::path scene = find_scene("ball_on_plate");
  std::string text = file_content(scene);
  const auto replace = [&](const std::string& before, const std::string& after) {
    text.replace(text.find(before), before.size(), after);
  };
  replace("../meshes", (scene.parent_path() / "../meshes").string());
  replace("\"gravity\"", "\"settle\": {}, \"gravity\"");
  const TemporaryFolder folder;
  folder.write("settling.json", text);
  open_scene(state, folder / "settling.json");
  const auto is_told = [&] {
    return std::ranges::any_of(viewer->texts, [](const WrittenText& written) {
      return written.text.starts_with("settling before time 0");
    });
  };
  double largest = 0;  // the ball drops onto the plate
  for (int k = 0; k < 2000 && !state.live->settling().is_over; ++k) {
    advance(state, 0.02, [] { return 0.0; });
    if (k == 2) {
      viewer->lay_out(1);
      CHECK(is_told());
    }
    largest = std::max(largest, peak_pressure(*state.live));
  }
  REQUIRE(state.live->settling().is_at_rest);
  viewer->lay_out(1);
  CHECK_FALSE(is_told());
  const double now = peak_pressure(*state.live);
  CHECK(largest > 1.1 * now);
  CHECK(state.drawing->largest_pressure() < 1.01 * now);
  for (const TimeSeries::Line& line : state.live_curves.peaks.lines())
    for (const float value : line.values) CHECK(value < 1.01 * now);
}

TEST_CASE("viewer: a replay is sized by its contact meshes and not by its bones or first frames",
          "[viewer]") {
  const auto viewer = open_viewer("hip", {1600, 1000}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const SwingingKnee knee(60);
  // The ball is pressed much deeper in the first two frames than later.
  std::string motion = SwingingKnee::motion(60);
  std::size_t line = motion.find("endheader");
  for (int k = 0; k < 2; ++k) line = motion.find('\n', line) + 1;
  for (int k = 0; k < 2; ++k) {
    const std::size_t end = motion.find('\n', line);
    motion.replace(motion.rfind('\t', end) + 1, end - motion.rfind('\t', end) - 1, "0.004");
    line = motion.find('\n', line) + 1;
  }
  knee.folder.write("swing.sto", motion);
  const auto show = [&](const std::string& bone) {
    knee.folder.write("knee.osim", SwingingKnee::model("5e6", bone));
    open_replay(state, std::make_shared<const Recording>(
                           RecordingInput{knee.folder / "knee.osim", knee.folder / "swing.sto"}));
    for (int k = 0; k < 3; ++k) {
      advance(state, 0, [] { return 0.0; });
      viewer->lay_out(1);
    }
    REQUIRE(state.motion_curves->progress() == 1);
  };
  show("");
  const double scale = state.drawing->force_scale(*state.world);
  const auto radius = [&] { return state.list.rods.front().radius; };
  const double thickness = radius(), distance = state.camera.distance;
  const Curves& shown = curves(state);
  double first = 0, rest = 0;
  for (const TimeSeries::Line& peaks : shown.peaks.lines())
    for (std::size_t i = 0; i < peaks.values.size(); ++i)
      (i < 2 ? first : rest) = std::max<double>(i < 2 ? first : rest, peaks.values[i]);
  REQUIRE(first > 1.5 * rest);
  CHECK(state.drawing->largest_pressure() == rest);

  mesh::write_mesh(knee.folder / "femur.obj", mesh::make_icosphere(0.5, 2),
                   mesh::LengthUnit::metre);
  show(
      R"(<PhysicalOffsetFrame name="shaft"><socket_parent>/bodyset/thigh</socket_parent>
<translation>0 0 0</translation><attached_geometry><Mesh name="bone"><mesh_file>femur.obj</mesh_file>
</Mesh></attached_geometry></PhysicalOffsetFrame>)");
  REQUIRE(state.drawing->bounds(*state.world).diagonal().norm() > 1);
  CHECK(radius() == thickness);
  CHECK(state.drawing->force_scale(*state.world) == scale);
  CHECK(state.camera.distance == distance);
  frame(state.camera, scene_size(state, {1600, 1000}), framed_box(state));
  CHECK(state.camera.distance < 0.5);
}

TEST_CASE("viewer: a recorded motion has the findings of analyze, with the settings of the moment",
          "[viewer]") {
  const auto viewer = open_viewer("hip", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const SwingingKnee knee(20);
  std::string motion = SwingingKnee::motion(20);  // at its end the ball is 9 mm deeper
  const std::size_t last = motion.rfind('\t');
  knee.folder.write("deep.sto", motion.substr(0, last) + "\t0.009\n");
  const auto found = [&](const std::string& kind) {
    for (int k = 0; k < 3; ++k) advance(state, 0, [] { return 0.0; });
    REQUIRE(state.motion_curves->progress() == 1);
    return std::ranges::find(state.findings, kind, &Finding::kind);
  };
  const auto show = [&](const std::string& file) {
    open_replay(state, std::make_shared<const Recording>(
                           RecordingInput{knee.folder / "knee.osim", knee.folder / file}));
  };
  show("swing.sto");
  CHECK(found("beyond_max_proximity") == state.findings.end());
  show("deep.sto");
  const auto deep = found("beyond_max_proximity");
  REQUIRE(deep != state.findings.end());
  CHECK(deep->place == "contact 'tf'");
  CHECK(state.show_findings);

  ContactSettings settings = state.world->contacts()[0].settings;
  settings.max_proximity = 0.02;
  state.world->set_contact_settings(0, settings);
  parameters_changed(state);
  CHECK(found("beyond_max_proximity") == state.findings.end());
}

TEST_CASE("viewer: a picture after one frame is laid out as well as one after many", "[viewer]") {
  const SwingingKnee knee(20);
  ViewerOptions options;
  options.scene = (knee.folder / "knee.osim").string();
  options.motion = (knee.folder / "swing.sto").string();
  options.at = 1;
  options.size = {1400, 900};
  std::vector<std::string> pictures;
  for (const int frames : {1, 8}) {
    options.frames = frames;
    options.screenshot = knee.folder / "picture.png";
    try {
      run_viewer(options);
    } catch (const NoWindow& error) {
      WARN("SKIPPED: " << error.what());
      return;
    }
    std::ifstream file(options.screenshot, std::ios::binary);
    pictures.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  CHECK(pictures[0].size() > 10000);
  CHECK((pictures[0] == pictures[1]));
}

TEST_CASE("viewer: the command shows a mesh by itself, which has no contact", "[viewer]") {
  const TemporaryFolder folder;
  mesh::write_mesh(folder / "ball.stl", mesh::make_icosphere(0.02, 2),
                   mesh::LengthUnit::millimetre);
  ViewerOptions options;
  options.scene = (folder / "ball.stl").string();
  options.frames = 1;
  options.size = {400, 300};
  options.screenshot = folder / "ball.png";
  try {
    run_viewer(options);
    CHECK(std::filesystem::exists(options.screenshot));
    options.field = Field::gap;
    CHECK_THROWS_WITH(run_viewer(options), Catch::Contains("gap"));
  } catch (const NoWindow& error) {
    WARN("SKIPPED: " << error.what());
  }
}

TEST_CASE("viewer: keeps the size of its window, and the file that the command opened",
          "[viewer]") {
  const TemporaryFolder folder;
  const char* before = std::getenv("XDG_CONFIG_HOME");
  const std::string kept = before ? before : "";
  setenv("XDG_CONFIG_HOME", (folder / "").c_str(), 1);
  save_scene(folder / "mine.json", read_to_view(find_scene("ball_on_plate")));
  ViewerOptions options;
  options.scene = (folder / "mine.json").string();
  options.keeps_size = true;
  std::vector<ViewSize> sizes;
  for (const ViewSize size : {ViewSize{720, 510}, ViewSize{0, 0}}) {
    int frames = 0;
    options.user = [&](GLFWwindow* window) {
      ViewSize now;
      glfwGetWindowSize(window, &now.width, &now.height);
      if (++frames == 1) sizes.push_back(now);
      if (frames == 1 && size.width > 0) glfwSetWindowSize(window, size.width, size.height);
      if (frames == 4) glfwSetWindowShouldClose(window, GLFW_TRUE);
    };
    try {
      run_viewer(options);
    } catch (const NoWindow& error) {
      WARN("SKIPPED: " << error.what());
    }
  }
  const ViewerSettings settings = read_settings(settings_file());
  before ? setenv("XDG_CONFIG_HOME", kept.c_str(), 1) : unsetenv("XDG_CONFIG_HOME");
  if (sizes.empty()) return;
  CHECK(sizes[0].width == 1600);
  CHECK(sizes[1].width == 720);
  CHECK(sizes[1].height == 510);
  REQUIRE_FALSE(settings.recent.empty());
  CHECK(settings.recent[0] == (folder / "mine.json").string());
}

}  // namespace condyle::test::viewer_run_tests
