// Colours and sizes of the panels: contrast in both themes, and the scale of the display that
// changes.
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "demo/view/viewer_in_window.h"
#include "view/theme.h"

namespace condyle::test::theme_tests {
namespace {

/// A colour laid over an opaque one.
ImVec4 over(const ImVec4& color, const ImVec4& ground) {
  const float a = color.w;
  return {a * color.x + (1 - a) * ground.x, a * color.y + (1 - a) * ground.y,
          a * color.z + (1 - a) * ground.z, 1};
}

ImVec4 over(ImU32 color, const ImVec4& ground) {
  return over(ImGui::ColorConvertU32ToFloat4(color), ground);
}

double luminance(const ImVec4& color) {
  const auto linear = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.x) + 0.7152 * linear(color.y) + 0.0722 * linear(color.z);
}

/// Of the Web Content Accessibility Guidelines 2.1: 1 for equal colours, 21 for black on white.
double contrast(const ImVec4& a, const ImVec4& b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

/// What the guidelines ask of text, of large marks and lines, and of text for poor eyes.
constexpr double k_for_text = 4.5, k_for_lines = 3, k_for_poor_eyes = 7;

/// The window's own call-back, as a display with another scale calls it.
void move_to_display(GLFWwindow* window, float scale) {
  const GLFWwindowcontentscalefun called = glfwSetWindowContentScaleCallback(window, nullptr);
  glfwSetWindowContentScaleCallback(window, called);
  REQUIRE(called);
  called(window, scale, scale);
}

}  // namespace

TEST_CASE("theme: texts, lines and marks stand out in both", "[viewer]") {
  ImGuiContext* context = ImGui::CreateContext();
  for (const Theme chosen : {Theme::dark, Theme::light}) {
    INFO(word_of(chosen));
    apply_theme(chosen);
    CHECK(theme() == chosen);
    const ImVec4* colors = ImGui::GetStyle().Colors;
    const ThemeColors& further = theme_colors();
    const ImVec4 panel = colors[ImGuiCol_WindowBg], text = colors[ImGuiCol_Text];
    CHECK(contrast(text, panel) > k_for_poor_eyes);
    for (const int ground :
         {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_Button,
          ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive, ImGuiCol_TitleBg,
          ImGuiCol_TitleBgActive, ImGuiCol_PopupBg, ImGuiCol_TableRowBgAlt, ImGuiCol_SliderGrab}) {
      INFO(ImGui::GetStyleColorName(ground));
      CHECK(contrast(text, over(colors[ground], panel)) > k_for_text);
    }
    for (const ImVec4& words :
         {colors[ImGuiCol_TextDisabled], further.warning, further.error, further.right})
      CHECK(contrast(words, panel) > k_for_text);
    const ImVec4 plot = over(further.plot_ground, panel);
    CHECK(contrast(over(further.axis, plot), panel) > k_for_text);  // it is the colour of ticks too
    CHECK(contrast(over(further.plot_mark, plot), plot) > k_for_poor_eyes);
    for (const ImU32 line : further.lines) {
      CHECK(contrast(over(line, plot), plot) > k_for_lines);
      CHECK(contrast(over(line, panel), panel) > k_for_text);  // names of lines are written in it
      CHECK(contrast(over(line, plot), over(further.mark_ground, plot)) > k_for_text);
    }
    CHECK(contrast(over(further.curve, panel), panel) > k_for_lines);
    CHECK(contrast(colors[ImGuiCol_CheckMark], over(colors[ImGuiCol_FrameBg], panel)) >
          k_for_lines);
  }
  ImGui::DestroyContext(context);
}

TEST_CASE("window: text and spacing follow the scale of the display, and come back", "[viewer]")
try {
  constexpr float k_ui_scale = 1.5f;
  Window window("condyle", {900, 600}, Window::Visibility::shown, k_ui_scale);
  apply_theme(Theme::light);
  GLFWwindow* handle = nullptr;
  window.set_user([&handle](GLFWwindow* of) { handle = of; });
  ImGuiStyle first;
  const auto show = [&] {
    window.begin_frame();
    ImGui::SetNextWindowSize({200, 100}, ImGuiCond_Appearing);
    ImGui::Begin("words", nullptr, ImGuiWindowFlags_NoSavedSettings);
    ImGui::TextUnformatted("pressure");
    ImGui::End();
    draw_user_interface();
    window.end_frame();
  };
  const auto width = [] { return ImGui::FindWindowByName("words")->SizeFull.x; };
  show();
  CHECK(fonts().text->FontSize == k_ui_scale * k_text_size);
  first = ImGui::GetStyle();
  for (const float scale : {2.0f, 1.25f, 3.0f}) {
    move_to_display(handle, scale);
    show();
    INFO("scale " << scale);
    CHECK(fonts().text->FontSize == Approx(scale * k_ui_scale * k_text_size).margin(0.51));
    CHECK(ImGui::GetStyle().FramePadding.x == std::floor(scale * k_ui_scale * 8));
    CHECK(width() == Approx(scale * 200).epsilon(1e-5));
    CHECK(theme() == Theme::light);
  }
  move_to_display(handle, 1);
  show();
  CHECK(fonts().text->FontSize == k_ui_scale * k_text_size);
  // Sizes do not drift by rounding.
  for (ImVec2 ImGuiStyle::*size : {&ImGuiStyle::WindowPadding, &ImGuiStyle::ItemSpacing,
                                   &ImGuiStyle::CellPadding, &ImGuiStyle::WindowMinSize}) {
    CHECK((ImGui::GetStyle().*size).x == (first.*size).x);
    CHECK((ImGui::GetStyle().*size).y == (first.*size).y);
  }
  CHECK(ImGui::GetStyle().ScrollbarSize == first.ScrollbarSize);
  CHECK(ImGui::GetStyle().GrabRounding == first.GrabRounding);
  window.set_ui_scale(1);
  show();
  CHECK(fonts().text->FontSize == k_text_size);
} catch (const NoWindow& error) {
  WARN("SKIPPED: " << error.what());
}

}  // namespace condyle::test::theme_tests
