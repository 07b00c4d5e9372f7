// Groups of the panels that are dragged by their titles; and screenshots that differ from the
// window.
#include <imgui.h>
#include <imgui_internal.h>
#include <stb/stb_image.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <set>

#include "core/mesh/temporary_folder.h"
#include "demo/view/viewer_in_window.h"
#include "view/panel_groups.h"
#include "view/screenshots.h"
#include "view/theme.h"

namespace condyle::test::panel_groups_tests {
namespace {

/// A viewer whose mouse the test moves.
struct Moused {
  explicit Moused(ViewSize size) : viewer(open_viewer("hip", size, 1)) {
    if (!viewer) return;
    viewer->window->set_user([this](GLFWwindow*) {
      ImGui::GetIO().MousePos = mouse;
      ImGui::GetIO().MouseDown[0] = is_down;
    });
    viewer->lay_out();
  }
  void at(const ImVec2& place, bool down) {
    mouse = place;
    is_down = down;
    viewer->lay_out(2);
  }
  /// Looks for a title in a window of Dear ImGui, as a hand does.
  ImVec2 title(const std::string& window, const std::string& group) {
    const ImGuiWindow* of = ImGui::FindWindowByName(window.c_str());
    REQUIRE(of);
    const ImGuiID wanted = ImHashStr(group.c_str(), 0, of->ID);
    for (float y = of->Pos.y + 3; y < of->Pos.y + of->Size.y; y += 6) {
      at({of->Pos.x + 60, y}, false);
      if (ImGui::GetHoveredID() == wanted) return mouse;
    }
    FAIL("no title of " << group << " in " << window);
    return {};
  }
  void drag(const ImVec2& from, const ImVec2& to) {
    at(from, false);
    at(from, true);
    for (const float part : {0.25f, 0.5f, 0.75f, 1.0f})
      at({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)}, true);
    at(to, false);
    viewer->lay_out();
  }

  std::unique_ptr<Viewer> viewer;
  ImVec2 mouse{-1, -1};
  bool is_down = false;
};

bool is_shown(const char* window) {
  const ImGuiWindow* found = ImGui::FindWindowByName(window);
  return found && found->WasActive;
}

struct Picture {
  int width = 0, height = 0;
  std::vector<unsigned char> pixels;
};

Picture read(const std::filesystem::path& file, int channels) {
  Picture picture;
  int found = 0;
  unsigned char* pixels =
      stbi_load(file.c_str(), &picture.width, &picture.height, &found, channels);
  REQUIRE(pixels);
  CHECK(found == channels);
  picture.pixels.assign(pixels, pixels + std::size_t(channels) * picture.width * picture.height);
  stbi_image_free(pixels);
  return picture;
}

/// The fraction of the numbers that differ by more than a few grades.
double differing(const Picture& a, const Picture& b) {
  REQUIRE(a.pixels.size() == b.pixels.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i)
    count += std::abs(a.pixels[i] - b.pixels[i]) > 8;
  return static_cast<double>(count) / static_cast<double>(a.pixels.size());
}

}  // namespace

TEST_CASE("panel groups: each has a name of its own", "[viewer]") {
  std::set<std::string> names;
  for (const PanelGroup& group : panel_groups()) names.insert(group.name);
  CHECK(names.size() == panel_groups().size());
}

TEST_CASE("panel groups: a title is dragged to the scene, moved there, to the other panel and home",
          "[viewer]") {
  Moused hand({1600, 1000});
  if (!hand.viewer) return;
  ViewerSettings& settings = hand.viewer->state.settings;
  CHECK_FALSE(is_shown("group Time"));
  hand.drag(hand.title("controls", "Time"), {700, 300});
  REQUIRE(settings.places.contains("Time"));
  CHECK_FALSE(settings.places["Time"].panel);
  CHECK(is_shown("group Time"));
  CHECK_FALSE(settings.folded.contains("Time"));

  const ImVec2 before = ImGui::FindWindowByName("group Time")->Pos;
  hand.drag(hand.title("group Time", "Time"), {hand.mouse.x + 80, hand.mouse.y + 120});
  const ImVec2 after = ImGui::FindWindowByName("group Time")->Pos;
  CHECK(after.x - before.x == Approx(80).margin(1));
  CHECK(after.y - before.y == Approx(120).margin(1));
  CHECK(settings.places["Time"].y == Approx(after.y / k_text_size).margin(0.1));
  CHECK_FALSE(settings.folded.contains("Time"));

  hand.drag(hand.title("group Time", "Time"), {1500, 400});
  CHECK(settings.places["Time"].panel == Side::right);
  CHECK_FALSE(is_shown("group Time"));
  hand.title("results", "Time");

  hand.drag(hand.mouse, {100, 400});
  CHECK(settings.places.empty());
  hand.title("controls", "Time");
  // A click still folds it.
  hand.at(hand.mouse, true);
  hand.at(hand.mouse, false);
  CHECK(settings.folded.contains("Time"));
}

TEST_CASE("panel groups: all can have windows, and go back at once", "[viewer]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  ViewerSettings& settings = viewer->state.settings;
  for (const PanelGroup& group : panel_groups())
    settings.places[group.name] = {.panel = {}, .x = 30, .y = 10, .width = 30, .height = 20};
  settings.panels.left.width = 40;
  viewer->lay_out();
  CHECK(is_shown("group Ligaments"));
  CHECK(is_shown("group View"));
  CHECK_FALSE(is_shown("group Probes"));  // there are none
  CHECK(settings.places.size() == panel_groups().size());
  viewer->state.show_panels = false;
  viewer->lay_out();
  CHECK_FALSE(is_shown("group Ligaments"));
  viewer->state.show_panels = true;
  restore_layout(settings);
  viewer->lay_out();
  CHECK_FALSE(is_shown("group Ligaments"));
  CHECK(settings.panels.left.width == PanelWishes().left.width);
}

TEST_CASE("screenshot: one of twice the size without panels is what such a window shows",
          "[viewer]") {
  const TemporaryFolder folder;
  const auto viewer = open_viewer("hip", {400, 240}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const auto settle_and_draw = [&](Renderer& renderer) {
    viewer->lay_out();
    viewer->window->begin_frame();
    draw_frame(state, &renderer, viewer->window->frame_buffer_size());
  };
  {
    Renderer renderer;
    settle_and_draw(renderer);
    state.screenshot = {.scale = 2, .panels = false};
    take_screenshot(folder / "twice.png", *viewer->window, state, renderer);
    CHECK(state.show_panels);
    settle_and_draw(renderer);  // the window is as before
    save_screenshot(folder / "window.png", viewer->window->frame_buffer_size());
    state.screenshot = {};
    take_screenshot(folder / "plain.png", *viewer->window, state, renderer);
    state.screenshot = {.scale = 1, .panels = true, .transparent = true};
    take_screenshot(folder / "cut_out.png", *viewer->window, state, renderer);
  }
  viewer->open_window({800, 480}, 2);
  state.show_panels = false;
  Renderer renderer;
  settle_and_draw(renderer);
  save_screenshot(folder / "large.png", {800, 480});
  const Picture twice = read(folder / "twice.png", 3), large = read(folder / "large.png", 3);
  REQUIRE(twice.width == 800);
  REQUIRE(twice.height == 480);
  CHECK(differing(twice, large) < 1e-3);
  const Picture window = read(folder / "window.png", 3), plain = read(folder / "plain.png", 3);
  CHECK(window.width == 400);
  CHECK(differing(window, plain) == 0);
  const Picture cut_out = read(folder / "cut_out.png", 4);
  CHECK(cut_out.width == 400);
  CHECK(cut_out.pixels[3] < 3);                                         // nothing is in the corner
  CHECK(cut_out.pixels[4 * (120 * std::size_t(400) + 200) + 3] > 200);  // but in the middle
}

}  // namespace condyle::test::panel_groups_tests
