// The whole viewer in a hidden window: layout of texts and of the scene.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <limits>
#include <memory>
#include <set>

#include "core/mesh/temporary_folder.h"
#include "support/swinging_knee.h"
#include "view/mouse_and_keys.h"
#include "view/no_window.h"
#include "view/scene_figures.h"
#include "view/viewer_frame.h"
#include "view/window.h"

namespace condyle::test::viewer_window_tests {

namespace {

constexpr int k_frames_to_settle = 4;  // frames until Dear ImGui knows all widths

/// A viewer of a scene in a hidden window, which lays out its frames and does not draw them.
struct Viewer {
  Viewer(const std::string& scene, ViewSize size, double scale) {
    open_window(size, scale);
    open_scene(state, find_scene(scene));
  }

  /// Opens a window in place of the one before, to which the drawing's meshes belong.
  void open_window(ViewSize size, double scale) {
    state.drawing.reset();
    window.reset();
    window = std::make_unique<Window>("condyle", size, Window::Visibility::hidden, scale);
    if (state.world) state.drawing = std::make_unique<SceneDrawing>(*state.world);
  }
  void lay_out(int frames = k_frames_to_settle) {
    for (int k = 0; k < frames; ++k) {
      window->begin_frame();
      texts = draw_frame(state, nullptr, window->frame_buffer_size());
    }
  }
  WindowLayout layout() const { return window_layout(state, window->frame_buffer_size()); }

  std::unique_ptr<Window> window;
  ViewerState state;
  WrittenTexts texts;
};

/// Opens the viewer. Empty, with a note, if there is no display.
std::unique_ptr<Viewer> open(const std::string& scene, ViewSize size, double scale) try {
  return std::make_unique<Viewer>(scene, size, scale);
} catch (const NoWindow& error) {
  WARN("SKIPPED: " << error.what());
  return nullptr;
}

/// Columns of the last frame's tables whose content is wider than they are.
std::vector<std::string> cut_columns() {
  std::vector<std::string> cut;
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  for (int i = 0; i < context.Tables.GetMapSize(); ++i) {
    const ImGuiTable* table = const_cast<ImGuiContext&>(context).Tables.TryGetMapData(i);
    if (!table || table->LastFrameActive < context.FrameCount) continue;
    for (int c = 0; c < table->ColumnsCount; ++c) {
      const ImGuiTableColumn& column = table->Columns[c];
      const float right = std::max(column.ContentMaxXUnfrozen, column.ContentMaxXFrozen);
      if (right <= column.ClipRect.Max.x + 1) continue;
      cut.push_back(fmt::format("{} column {}: {:.0f} > {:.0f}", table->OuterWindow->Name, c, right,
                                column.ClipRect.Max.x));
    }
  }
  return cut;
}

/// Windows of the last frame whose content is wider than they are.
std::vector<std::string> cut_windows() {
  std::vector<std::string> cut;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!window->WasActive || window->Hidden) continue;
    const float room = window->InnerRect.GetWidth() - 2 * window->WindowPadding.x;
    if (window->ContentSize.x > room + 1)
      cut.push_back(fmt::format("{}: {:.0f} > {:.0f}", window->Name, window->ContentSize.x, room));
  }
  return cut;
}

const std::vector<std::string> k_nothing;

void check_no_text_is_cut(const Viewer& viewer) {
  CHECK(cut_windows() == k_nothing);
  CHECK(cut_columns() == k_nothing);
  const WindowLayout layout = viewer.layout();
  for (std::size_t i = 0; i < viewer.texts.size(); ++i) {
    const WrittenText& text = viewer.texts[i];
    INFO(text.text);
    CHECK((contains(layout.scene, text.area) || contains(layout.scales, text.area)));
    for (std::size_t j = 0; j < i; ++j) {
      INFO("and " << viewer.texts[j].text);
      CHECK_FALSE(overlap(text.area, viewer.texts[j].area));
    }
  }
}

/// Largest distance of the bodies' corners from the centre of the picture; 1 is an edge.
double farthest_corner(const Viewer& viewer) {
  const ViewSize size = scene_size(viewer.state, viewer.window->frame_buffer_size());
  const Eigen::AlignedBox3d box = viewer.state.drawing->bounds(*viewer.state.world);
  double farthest = 0;
  for (int k = 0; k < 8; ++k) {
    const Eigen::Vector3d p =
        project(viewer.state.camera, size, box.corner(Eigen::AlignedBox3d::CornerType(k)));
    farthest = std::max(
        {farthest, std::abs(2 * p.x() / size.width - 1), std::abs(2 * p.y() / size.height - 1)});
  }
  return farthest;
}

}  // namespace

TEST_CASE("viewer: in a small window or at 192 dpi the scene keeps its share and no text is cut",
          "[viewer]") {
  const std::string scene = GENERATE("knee_replacement", "ground_and_groove", "knee_extension");
  const auto viewer = open(scene, {900, 600}, 1);
  if (!viewer) return;
  for (int k = 0; k < 20; ++k) viewer->state.live->step(1.0 / 240);
  for (const auto& [size, scale] :
       {std::pair(ViewSize{900, 600}, 1.0), std::pair(ViewSize{1920, 1200}, 2.0),
        std::pair(ViewSize{1600, 1000}, 1.0), std::pair(ViewSize{900, 600}, 2.0)}) {
    INFO(scene << " " << size.width << "x" << size.height << " at " << scale);
    viewer->open_window(size, scale);
    viewer->state.settings = {};
    viewer->lay_out();
    const WindowLayout layout = viewer->layout();
    const double share = static_cast<double>(layout.scene.width) * layout.scene.height /
                         (static_cast<double>(size.width) * size.height);
    CHECK(share > 0.45);
    check_no_text_is_cut(*viewer);
    // The other panel, opened by hand.
    viewer->state.requests = {};
    if (layout.right.width > 0) continue;
    toggle(viewer->state.settings.panels, Side::right, layout);
    viewer->lay_out();
    CHECK(viewer->layout().right.width > 0);
    check_no_text_is_cut(*viewer);
  }
}

TEST_CASE("viewer: in the narrowest panels no text is cut", "[viewer]") {
  const auto viewer = open("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  viewer->state.settings.panels.left.width = viewer->state.settings.panels.right.width = 1;
  for (int k = 0; k < 240; ++k) viewer->state.live->step(1.0 / 240);
  viewer->lay_out();
  CHECK(viewer->layout().left.width == std::floor(k_narrowest_left * ImGui::GetFontSize()));
  CHECK(cut_windows() == k_nothing);
  CHECK(cut_columns() == k_nothing);
}

TEST_CASE("viewer: a folded group takes the room of its title", "[viewer]") {
  const auto viewer = open("ball_on_plate", {1600, 1000}, 1);
  if (!viewer) return;
  viewer->lay_out();
  const auto height = [] { return ImGui::FindWindowByName("results")->ContentSize.y; };
  const float open_height = height();
  viewer->state.settings.folded = {"Contact", "Curves", "Against theory", "Energy", "Speed"};
  viewer->lay_out();
  CHECK(height() < 0.4f * open_height);
  CHECK(viewer->state.settings.folded.size() == 5);
}

TEST_CASE("viewer: a message lies over everything, all of it in the window", "[viewer]") {
  const auto viewer = open("hip", {900, 600}, 2);
  if (!viewer) return;
  viewer->lay_out(1);
  const ScreenArea all{0, 0, 900, 600};
  const std::string words =
      GENERATE("short", std::string(300, 'x'),
               "saved /a/long/path/to/a/folder/of/pictures/condyle-knee-1.png");
  const WrittenTexts texts = draw_message(*ImGui::GetForegroundDrawList(), all, words);
  REQUIRE(texts.size() == 1);
  CHECK(contains(all, texts[0].area));
}

TEST_CASE("viewer: a scene starts again at its duration, or stops there, or goes on", "[viewer]") {
  const auto viewer = open("ball_on_plate", {900, 600}, 1);
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
  const auto viewer = open("knee_replacement", {1600, 1000}, 1);
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

TEST_CASE("viewer: findings lie beside the title, inside the scene", "[viewer]") {
  const auto viewer = open("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  const int count = GENERATE(1, 9);
  for (const auto& [size, scale] :
       {std::pair(ViewSize{1600, 1000}, 1.0), std::pair(ViewSize{900, 600}, 1.0),
        std::pair(ViewSize{700, 500}, 1.0), std::pair(ViewSize{900, 600}, 2.0)}) {
    INFO(size.width << "x" << size.height << " at " << scale);
    viewer->open_window(size, scale);
    viewer->state.findings.assign(
        static_cast<std::size_t>(count),
        {"beyond_yield", "contact 'a'",
         "its pressure exceeds the yield stress of its layers, 15 MPa, on up to 20 of 40 mm^2, and "
         "reaches 20.61 MPa; elastic figures may be too high there"});
    viewer->lay_out();
    const ImGuiWindow* box = ImGui::FindWindowByName("findings");
    REQUIRE(box);
    const ScreenArea area{box->Pos.x, box->Pos.y, box->Size.x, box->Size.y};
    const WindowLayout layout = viewer->layout();
    CHECK(contains(layout.scene, area));
    for (const WrittenText& text : viewer->texts) {
      INFO(text.text);
      if (text.text == viewer->state.world->scene().name) CHECK_FALSE(overlap(text.area, area));
    }
  }
}

TEST_CASE("viewer: the figures of findings are those of the last step; dismissed ones stay away",
          "[viewer]") {
  const auto viewer = open("knee_replacement", {900, 600}, 1);
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
  const auto viewer = open("bouncing_balls", {900, 600}, 1);
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

TEST_CASE("viewer: Escape closes an open list, then the help", "[viewer]") {
  const auto viewer = open("hip", {1600, 1000}, 1);
  if (!viewer) return;
  viewer->state.show_help = true;  // appears first: a window that appears closes lists
  viewer->lay_out();
  const auto is_list_open = [] { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); };
  const auto press_escape = [&] {
    viewer->window->begin_frame();
    follow_keys(viewer->state, std::array{KeyPress{GLFW_KEY_ESCAPE}});
    draw_frame(viewer->state, nullptr, viewer->window->frame_buffer_size());
    viewer->lay_out();
  };
  viewer->window->begin_frame();
  // The list of scenes, by the name that Dear ImGui's BeginCombo gives it.
  const ImGuiID box = ImGui::FindWindowByName("controls")->GetID("##scene");
  ImGui::OpenPopupEx(ImHashStr("##ComboPopup", 0, box));
  draw_frame(viewer->state, nullptr, viewer->window->frame_buffer_size());
  viewer->lay_out();
  REQUIRE(is_list_open());
  press_escape();
  CHECK_FALSE(is_list_open());
  CHECK(viewer->state.show_help);
  press_escape();
  CHECK_FALSE(viewer->state.show_help);
}

TEST_CASE("viewer: its picture stands still while paused, until a message is over", "[viewer]") {
  const auto viewer = open("hip", {900, 600}, 1);
  if (!viewer) return;
  viewer->lay_out(1);
  ViewerState& state = viewer->state;
  CHECK(still_for(state) == 0);
  state.playback.playing = false;
  CHECK(still_for(state) == std::numeric_limits<double>::infinity());
  say(state, "words");
  CHECK(still_for(state) > 5);
  CHECK(still_for(state) < 7);
  state.message_until = 0;
  step_once(state, true);
  CHECK(still_for(state) == 0);
}

TEST_CASE("viewer: before a still picture it waits, but draws the frames that settle first",
          "[viewer]") {
  const auto viewer = open("hip", {900, 600}, 1);
  if (!viewer) return;
  constexpr double k_still = 0.3;
  viewer->lay_out(10);
  int waits = 0;
  for (int k = 0; k < 10; ++k) {
    const double start = glfwGetTime();
    viewer->window->begin_frame(k_still);
    if (glfwGetTime() - start > 0.9 * k_still) ++waits;
    draw_frame(viewer->state, nullptr, viewer->window->frame_buffer_size());
  }
  CHECK(waits >= 1);
  CHECK(waits <= 3);
}

TEST_CASE("viewer: a new table has its widths before it is seen", "[viewer]") {
  const auto viewer = open("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  const auto is_new = [&] {
    viewer->lay_out(1);
    return has_new_table(viewer->state);
  };
  CHECK(is_new());
  CHECK_FALSE(is_new());
  CHECK(cut_columns() == k_nothing);
  open_scene(viewer->state, find_scene("knee_extension"));  // with other strands
  CHECK(is_new());
  CHECK_FALSE(is_new());
  CHECK(cut_columns() == k_nothing);
  viewer->state.settings.folded = {"Contact"};
  CHECK_FALSE(is_new());
  viewer->state.settings.folded = {};
  is_new();
  CHECK_FALSE(is_new());
  CHECK(cut_columns() == k_nothing);
}

TEST_CASE("viewer: settling is told, and scales and curves begin after it", "[viewer]") {
  const auto viewer = open("ball_on_plate", {1600, 1000}, 1);
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
  const auto viewer = open("hip", {1600, 1000}, 1);
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

TEST_CASE("viewer: a scene without a camera starts with all of it in sight", "[viewer]") {
  const auto viewer = open("ball_on_plate", {900, 600}, 1);
  if (!viewer) return;
  viewer->lay_out(1);
  const scene::Scene& scene = viewer->state.world->scene();
  scene::Scene without = scene;
  without.camera = {};
  const ViewSize size = scene_size(viewer->state, {900, 600});
  viewer->state.camera =
      scene_camera(without, viewer->state.drawing->bounds(*viewer->state.world), size);
  CHECK(farthest_corner(*viewer) < 1);
  CHECK(farthest_corner(*viewer) > 0.6);
}

}  // namespace condyle::test::viewer_window_tests
