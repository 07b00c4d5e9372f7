// The whole viewer in a hidden window: layout of texts and of the scene.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "demo/view/viewer_in_window.h"
#include "view/renderer.h"

namespace condyle::test::viewer_window_tests {

namespace {

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
  const auto viewer = open_viewer(scene, {900, 600}, 1);
  if (!viewer) return;
  for (int k = 0; k < 20; ++k) viewer->state.live->step(1.0 / 240);
  std::vector<std::pair<ViewSize, double>> windows = {{{900, 600}, 1}, {{900, 600}, 2}};
  if (scene == "knee_replacement") {  // large ones, which take long
    windows.push_back({{1920, 1200}, 2});
    windows.push_back({{1600, 1000}, 1});
  }
  for (const auto& [size, scale] : windows) {
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

TEST_CASE("viewer: tells what a picture sends to the graphics card", "[viewer]") {
  const std::string scene = GENERATE("ball_on_plate", "soft_pad");
  const auto viewer = open_viewer(scene, {900, 600}, 1);
  if (!viewer) return;
  Renderer renderer(0);
  ViewerState& state = viewer->state;
  const auto draw = [&] {
    viewer->window->begin_frame();
    draw_frame(state, &renderer, viewer->window->frame_buffer_size());
  };
  INFO(scene);
  const int until_contact = 200;
  for (int k = 0; k < until_contact; ++k) state.live->step(1 / state.playback.rate);
  draw();
  state.live->step(1 / state.playback.rate);
  draw();
  std::size_t maps = 0, pad = 0;
  for (const ShownMap& map : state.drawing->maps()) maps += map.pieces.size() * 3 * 4 * 4;
  if (scene == "soft_pad")  // its shape changes with each step
    pad = state.world->mesh(state.world->contacts()[0].casting).mesh->triangles.size() * 3 * 9 * 4;
  REQUIRE(maps > 0);
  CHECK(state.draw_bytes.maps == maps + pad);
  const ImDrawData& data = *ImGui::GetDrawData();
  CHECK(state.draw_bytes.panels ==
        data.TotalVtxCount * sizeof(ImDrawVert) + data.TotalIdxCount * sizeof(ImDrawIdx));
  const std::size_t scene_bytes = state.draw_bytes.scene;
  // A place and a look at least for each mesh.
  CHECK(scene_bytes > state.list.meshes.size() * 16 * 4);
  CHECK(scene_bytes < 200000);
  draw();  // nothing has moved
  CHECK(state.draw_bytes.maps == maps);
  CHECK(state.draw_bytes.scene == scene_bytes);
}

TEST_CASE("viewer: the times of a step have a window of the right height at once", "[viewer]") {
  const auto viewer = open_viewer("ball_on_plate", {1400, 900}, 1);
  if (!viewer) return;
  for (int k = 0; k < 10; ++k) viewer->state.live->step(1.0 / 240);
  viewer->lay_out();
  viewer->state.show_timings = true;
  std::vector<float> heights;
  for (int k = 0; k < 6; ++k) {
    viewer->lay_out(1);
    const ImGuiWindow* window = ImGui::FindWindowByName("timings");
    if (!has_new_table(viewer->state) && !window->Hidden) heights.push_back(window->Size.y);
  }
  REQUIRE(heights.size() >= 3);
  for (const float height : heights) CHECK(height == heights.back());
}

TEST_CASE("viewer: in the narrowest panels no text is cut", "[viewer]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  viewer->state.settings.panels.left.width = viewer->state.settings.panels.right.width = 1;
  for (int k = 0; k < 240; ++k) viewer->state.live->step(1.0 / 240);
  viewer->lay_out();
  CHECK(viewer->layout().left.width == std::floor(k_narrowest_left * ImGui::GetFontSize()));
  CHECK(cut_windows() == k_nothing);
  CHECK(cut_columns() == k_nothing);
}

TEST_CASE("viewer: a folded group takes the room of its title", "[viewer]") {
  const auto viewer = open_viewer("ball_on_plate", {1600, 1000}, 1);
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
  const auto viewer = open_viewer("hip", {900, 600}, 2);
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

TEST_CASE("viewer: findings lie beside the title, inside the scene", "[viewer]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
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

TEST_CASE("viewer: a new table has its widths before it is seen", "[viewer]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
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

TEST_CASE("viewer: a scene without a camera starts with all of it in sight", "[viewer]") {
  const auto viewer = open_viewer("ball_on_plate", {900, 600}, 1);
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
