// Keys of the whole viewer, and when it waits instead of drawing.
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <array>
#include <catch2/catch.hpp>
#include <limits>

#include "demo/view/viewer_in_window.h"
#include "view/mouse_and_keys.h"

namespace condyle::test::viewer_waiting_tests {

TEST_CASE("viewer: Escape closes an open list, then the help", "[viewer]") {
  const auto viewer = open_viewer("hip", {1600, 1000}, 1);
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
  const auto viewer = open_viewer("hip", {900, 600}, 1);
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
  const auto viewer = open_viewer("hip", {900, 600}, 1);
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

}  // namespace condyle::test::viewer_waiting_tests
