// The page with pictures of all shipped scenes.
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <filesystem>
#include <set>

#include "condyle/scene/scene_file.h"
#include "view/image_texture.h"
#include "view/mouse_and_keys.h"
#include "view/start_page.h"
#include "viewer_in_window.h"

namespace condyle::test::start_page_tests {

namespace {

constexpr std::uintmax_t k_largest_picture = 60000;  // [bytes]

void press(Viewer& viewer, int key) {
  const KeyPress presses[] = {{.key = key}};
  follow_keys(viewer.state, presses);
}

/// A click in frames without Window::begin_frame(), whose mouse is elsewhere.
void click(Viewer& viewer, ImVec2 place) {
  for (const bool down : {false, true, true, false}) {
    ImGui::GetIO().MousePos = place;
    ImGui::GetIO().MouseDown[0] = down;
    ImGui::NewFrame();
    draw_frame(viewer.state, nullptr, viewer.window->frame_buffer_size());
  }
}

}  // namespace

TEST_CASE(
    "start page: each shipped scene has a small picture of its own, no picture is left over") {
  const std::vector<std::filesystem::path> scenes = shipped_scene_files();
  REQUIRE(scenes.size() >= 13);
  std::set<std::filesystem::path> pictures;
  for (const std::filesystem::path& scene : scenes) {
    INFO(scene << ": assets/make_pictures takes its picture");
    const std::filesystem::path picture = start_picture(scene);
    REQUIRE(std::filesystem::exists(picture));
    CHECK(std::filesystem::file_size(picture) < k_largest_picture);
    pictures.insert(picture.filename());
  }
  const auto folder = start_picture(scenes[0]).parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    INFO(entry.path() << " is the picture of no scene");
    CHECK(pictures.contains(entry.path().filename()));
  }
}

TEST_CASE(
    "start page: has the picture and the title of each scene, and the scene behind it waits") {
  const auto viewer = open_viewer("hip", {1200, 800}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  REQUIRE(state.playback.playing);
  press(*viewer, GLFW_KEY_O);
  REQUIRE(state.start_page);
  CHECK_FALSE(state.playback.playing);
  viewer->lay_out();
  REQUIRE(state.start_page->cards.size() == shipped_scene_files().size());
  CHECK(state.start_page->cards[0].file.stem() == "knee_replacement");
  for (const SceneCard& card : state.start_page->cards) {
    INFO(card.file);
    CHECK(card.title == scene::read_scene(card.file).name);
    REQUIRE(card.picture);
    CHECK(card.picture->size().width == 384);
    CHECK(card.picture->size().height == 240);
  }
  press(*viewer, GLFW_KEY_ESCAPE);
  CHECK_FALSE(state.start_page);
  CHECK(state.playback.playing);
  press(*viewer, GLFW_KEY_O);
  press(*viewer, GLFW_KEY_O);
  CHECK_FALSE(state.start_page);
}

TEST_CASE("start page: a click on a lesson, a picture or the button of new joints asks for it") {
  const auto viewer = open_viewer("hip", {1200, 800}, 1);
  if (!viewer) return;
  open_start_page(viewer->state);
  viewer->lay_out();
  REQUIRE(viewer->state.start_page->lessons.size() == 6);
  const Requests& requests = viewer->state.requests;
  click(*viewer, {120, 78});
  REQUIRE(requests.open_lesson);
  CHECK(requests.open_lesson->stem() == "roll_back");
  click(*viewer, {150, 106});
  CHECK(requests.open_joint_window);
  click(*viewer, {150, 180});  // the first card, at the left
  REQUIRE(requests.open_scene);
  CHECK(requests.open_scene->stem() == "knee_replacement");
}

TEST_CASE("image texture: says which file is no picture") {
  const auto viewer = open_viewer("hip", {300, 300}, 1);
  if (!viewer) return;
  CHECK_THROWS_WITH(ImageTexture("no_such.png"), Catch::Contains("no_such.png"));
}

}  // namespace condyle::test::start_page_tests
