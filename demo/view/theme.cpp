#include "view/theme.h"

#include <imgui.h>

#include <filesystem>

namespace condyle {
namespace {

constexpr const char* k_text_font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
constexpr const char* k_title_font = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf";
constexpr float k_title_size = 17;  // [pixels]

ImFont* load(const char* file, float size) {
  // Latin, Greek (nu), superscripts and arrows: the characters in labels and units.
  static const ImWchar glyphs[] = {0x20,   0xff,   0x370,  0x3ff,  0x2010, 0x2027, 0x2070, 0x209f,
                                   0x2190, 0x2193, 0x2212, 0x2212, 0x25a0, 0x25ff, 0};
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  if (!std::filesystem::exists(file)) return atlas->AddFontDefault();
  return atlas->AddFontFromFileTTF(file, size, nullptr, glyphs);
}

void set_colors(ImVec4* colors) {
  const ImVec4 text{0.90f, 0.92f, 0.95f, 1}, faint{0.53f, 0.58f, 0.65f, 1};
  const ImVec4 panel{0.085f, 0.10f, 0.125f, 1}, field{0.15f, 0.175f, 0.215f, 1};
  const ImVec4 raised{0.20f, 0.235f, 0.29f, 1}, accent{0.20f, 0.62f, 0.64f, 1};
  const ImVec4 accent_soft{0.20f, 0.62f, 0.64f, 0.45f}, line{0.22f, 0.255f, 0.31f, 1};
  colors[ImGuiCol_Text] = text;
  colors[ImGuiCol_TextDisabled] = faint;
  colors[ImGuiCol_WindowBg] = colors[ImGuiCol_PopupBg] = panel;
  colors[ImGuiCol_TitleBg] = colors[ImGuiCol_TitleBgActive] = field;
  colors[ImGuiCol_Border] = colors[ImGuiCol_Separator] = line;
  colors[ImGuiCol_TableBorderLight] = colors[ImGuiCol_TableBorderStrong] = line;
  colors[ImGuiCol_FrameBg] = field;
  colors[ImGuiCol_FrameBgHovered] = colors[ImGuiCol_ButtonHovered] = raised;
  colors[ImGuiCol_FrameBgActive] = colors[ImGuiCol_ButtonActive] = accent_soft;
  colors[ImGuiCol_Button] = colors[ImGuiCol_Header] = field;
  colors[ImGuiCol_HeaderHovered] = raised;
  colors[ImGuiCol_HeaderActive] = accent_soft;
  colors[ImGuiCol_SliderGrab] = accent_soft;  // the value is printed over it
  colors[ImGuiCol_CheckMark] = accent;
  colors[ImGuiCol_SliderGrabActive] = accent;
  colors[ImGuiCol_TableHeaderBg] = panel;
  colors[ImGuiCol_TableRowBgAlt] = {1, 1, 1, 0.025f};
  colors[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
  colors[ImGuiCol_ScrollbarGrab] = raised;
}

}  // namespace

void apply_theme(double scale) {
  const auto factor = static_cast<float>(scale);
  load(k_text_font, k_text_size * factor);
  load(k_title_font, k_title_size * factor);
  ImGuiStyle& style = ImGui::GetStyle();
  ImGui::StyleColorsDark();
  set_colors(style.Colors);
  style.WindowRounding = 0;
  style.FrameRounding = style.PopupRounding = style.GrabRounding = 4;
  style.WindowBorderSize = 0;
  style.WindowPadding = {14, 12};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 6};
  style.CellPadding = {6, 3};
  style.ScrollbarSize = 10;
  style.ScaleAllSizes(factor);
}

Fonts fonts() {
  const auto& loaded = ImGui::GetIO().Fonts->Fonts;
  return {loaded[0], loaded[1]};
}

}  // namespace condyle
