#include "view/theme.h"

#include <algorithm>
#include <filesystem>

#include "base/assets.h"

namespace condyle {
namespace {

constexpr const char* k_text_font = "DejaVuSans.ttf";
constexpr const char* k_title_font = "DejaVuSans-Bold.ttf";
constexpr float k_title_size = 17;  // [pixels]

/// A font beside the scenes, where the program brings it, else Debian's.
std::filesystem::path font_file(const char* name) {
  const std::filesystem::path brought = assets() / "fonts" / name;
  if (std::filesystem::exists(brought)) return brought;
  return std::filesystem::path("/usr/share/fonts/truetype/dejavu") / name;
}

ImFont* load(const char* name, float size) {
  // Latin, Greek (nu), superscripts and arrows: the characters in labels and units.
  static const ImWchar glyphs[] = {0x20,   0xff,   0x370,  0x3ff,  0x2010, 0x2027, 0x2070, 0x209f,
                                   0x2190, 0x2193, 0x2212, 0x2212, 0x25a0, 0x25ff, 0};
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  const std::filesystem::path file = font_file(name);
  if (!std::filesystem::exists(file)) {
    ImFontConfig at_size;
    at_size.SizePixels = size;
    return atlas->AddFontDefault(&at_size);
  }
  return atlas->AddFontFromFileTTF(file.string().c_str(), size, nullptr, glyphs);
}

/// What the colours of Dear ImGui's parts are made of.
struct Palette {
  ImVec4 text, faint, panel, field, raised, accent, accent_soft, line, other_row;
};

const Palette k_dark{
    {0.90f, 0.92f, 0.95f, 1},     {0.53f, 0.58f, 0.65f, 1},  {0.085f, 0.10f, 0.125f, 1},
    {0.15f, 0.175f, 0.215f, 1},   {0.20f, 0.235f, 0.29f, 1}, {0.20f, 0.62f, 0.64f, 1},
    {0.20f, 0.62f, 0.64f, 0.45f}, {0.22f, 0.255f, 0.31f, 1}, {1, 1, 1, 0.025f}};
const Palette k_light{
    {0.09f, 0.11f, 0.14f, 1},     {0.34f, 0.38f, 0.44f, 1},  {0.955f, 0.96f, 0.968f, 1},
    {0.87f, 0.885f, 0.905f, 1},   {0.79f, 0.82f, 0.855f, 1}, {0.05f, 0.45f, 0.47f, 1},
    {0.20f, 0.62f, 0.64f, 0.45f}, {0.74f, 0.77f, 0.81f, 1},  {0, 0, 0, 0.03f}};

const ThemeColors k_dark_colors{
    .warning = {0.95f, 0.75f, 0.3f, 1},
    .error = {0.97f, 0.50f, 0.45f, 1},
    .right = {0.35f, 0.85f, 0.45f, 1},
    .lines = {IM_COL32(94, 200, 190, 255), IM_COL32(250, 170, 80, 255),
              IM_COL32(150, 160, 250, 255), IM_COL32(240, 110, 140, 255),
              IM_COL32(170, 215, 90, 255), IM_COL32(220, 220, 220, 255)},
    .axis = IM_COL32(135, 145, 160, 255),
    .grid = IM_COL32(255, 255, 255, 22),
    .before = IM_COL32(150, 155, 165, 130),
    .plot_ground = IM_COL32(0, 0, 0, 60),
    .plot_mark = IM_COL32(255, 255, 255, 255),
    .past = IM_COL32(94, 200, 190, 70),
    .curve = IM_COL32(94, 200, 190, 190),
    .mark_ground = IM_COL32(12, 14, 18, 255)};
const ThemeColors k_light_colors{
    .warning = {0.56f, 0.33f, 0, 1},
    .error = {0.72f, 0.10f, 0.08f, 1},
    .right = {0.05f, 0.44f, 0.14f, 1},
    .lines = {IM_COL32(0, 122, 112, 255), IM_COL32(176, 80, 0, 255), IM_COL32(75, 85, 205, 255),
              IM_COL32(200, 35, 85, 255), IM_COL32(74, 116, 8, 255), IM_COL32(70, 74, 82, 255)},
    .axis = IM_COL32(92, 100, 112, 255),
    .grid = IM_COL32(0, 0, 0, 26),
    .before = IM_COL32(110, 116, 128, 130),
    .plot_ground = IM_COL32(255, 255, 255, 190),
    .plot_mark = IM_COL32(20, 24, 30, 255),
    .past = IM_COL32(0, 122, 112, 50),
    .curve = IM_COL32(0, 122, 112, 200),
    .mark_ground = IM_COL32(255, 255, 255, 255)};

void set_colors(ImVec4* colors, const Palette& of) {
  colors[ImGuiCol_Text] = of.text;
  colors[ImGuiCol_TextDisabled] = of.faint;
  colors[ImGuiCol_WindowBg] = colors[ImGuiCol_PopupBg] = of.panel;
  colors[ImGuiCol_TitleBg] = colors[ImGuiCol_TitleBgActive] = of.field;
  colors[ImGuiCol_Border] = colors[ImGuiCol_Separator] = of.line;
  colors[ImGuiCol_TableBorderLight] = colors[ImGuiCol_TableBorderStrong] = of.line;
  colors[ImGuiCol_FrameBg] = of.field;
  colors[ImGuiCol_FrameBgHovered] = colors[ImGuiCol_ButtonHovered] = of.raised;
  colors[ImGuiCol_FrameBgActive] = colors[ImGuiCol_ButtonActive] = of.accent_soft;
  colors[ImGuiCol_Button] = colors[ImGuiCol_Header] = of.field;
  colors[ImGuiCol_HeaderHovered] = of.raised;
  colors[ImGuiCol_HeaderActive] = of.accent_soft;
  colors[ImGuiCol_SliderGrab] = of.accent_soft;  // the value is printed over it
  colors[ImGuiCol_CheckMark] = of.accent;
  colors[ImGuiCol_SliderGrabActive] = of.accent;
  colors[ImGuiCol_TableHeaderBg] = of.panel;
  colors[ImGuiCol_TableRowBgAlt] = of.other_row;
  colors[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
  colors[ImGuiCol_ScrollbarGrab] = of.raised;
}

}  // namespace

void apply_scale(double scale) {
  const auto factor = static_cast<float>(scale);
  ImGui::GetIO().Fonts->Clear();
  load(k_text_font, k_text_size * factor);
  load(k_title_font, k_title_size * factor);
  ImGuiStyle style;  // sizes are scaled and rounded from its own each time
  std::ranges::copy(ImGui::GetStyle().Colors, style.Colors);
  style.WindowRounding = 0;
  style.FrameRounding = style.PopupRounding = style.GrabRounding = 4;
  style.WindowBorderSize = 0;
  style.FrameBorderSize = ImGui::GetStyle().FrameBorderSize;  // of the theme
  style.WindowPadding = {14, 12};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 6};
  style.CellPadding = {6, 3};
  style.ScrollbarSize = 10;
  style.ScaleAllSizes(factor);
  ImGui::GetStyle() = style;
}

void apply_theme(Theme theme) {
  if (theme == Theme::dark) ImGui::StyleColorsDark();
  if (theme == Theme::light) ImGui::StyleColorsLight();
  set_colors(ImGui::GetStyle().Colors, theme == Theme::dark ? k_dark : k_light);
  ImGui::GetStyle().FrameBorderSize = theme == Theme::light ? 1 : 0;  // fields hardly stand out
}

Theme theme() {
  constexpr float k_grey = 0.5f;
  return ImGui::GetStyle().Colors[ImGuiCol_WindowBg].x > k_grey ? Theme::light : Theme::dark;
}

const ThemeColors& theme_colors() {
  return theme() == Theme::dark ? k_dark_colors : k_light_colors;
}

Fonts fonts() {
  const auto& loaded = ImGui::GetIO().Fonts->Fonts;
  return {loaded[0], loaded[1]};
}

}  // namespace condyle
