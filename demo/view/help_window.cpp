#include <imgui.h>

#include <algorithm>
#include <array>

#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr float k_help_width = 34;  // in text heights

struct HelpLine {
  const char* input;
  const char* effect;
};

constexpr auto k_mouse = std::to_array<HelpLine>({
    {"left drag", "turn the view"},
    {"middle drag, Shift + left drag", "shift the view"},
    {"wheel", "zoom to the cursor"},
    {"Shift + wheel", "move the plane of a cut"},
    {"right drag, Ctrl + left drag", "pull a body with a spring"},
    {"Shift + right drag", "turn a body with a spring"},
    {"double click", "turn about this point"},
    {"right click", "what can be done at this place"},
    {"drag the title of a group", "into the other panel, or onto the scene as a window"},
    {"Ctrl + click on a slider", "type a value, inside the slider's range"},
});

// In the order of docs/viewer.md.
constexpr auto k_keys = std::to_array<HelpLine>({
    {"Space", "play, pause"},
    {"Right arrow", "one step, or frame of a recorded motion"},
    {"Left arrow", "one step, or frame, back"},
    {"R", "back to the start"},
    {"B", "keep this moment, to go back to it"},
    {"I", "pin a probe at the cursor, or remove it"},
    {"C", "let the camera follow the body at the cursor, or stay"},
    {"K", "cut the scene through the place at the cursor, or show all"},
    {"X  Y  Z", "see the scene from this axis; again: from its other side"},
    {"F", "frame everything"},
    {"Home", "the scene's own view"},
    {"[  ]", "slower, faster"},
    {"Ctrl+Z  Ctrl+Y", "undo, redo a change of a parameter"},
    {"Ctrl+O", "open a scene, model or mesh"},
    {"Ctrl+S", "save the scene with what was changed"},
    {"F5", "read the scene's files again"},
    {"P", "screenshot into the current folder"},
    {"Tab", "hide or show the panels"},
    {"1  2", "fold or open the left, the right panel"},
    {"O", "pictures of all shipped scenes"},
    {"L", "names in the scene on or off"},
    {"G", "what the program has said"},
    {"T", "how long each stage of a step takes"},
    {"H", "this help"},
    {"Escape", "close a list, or this help"},
    {"Ctrl+Q", "quit"},
});

template <std::size_t n>
void lines(const char* title, const std::array<HelpLine, n>& help) {
  heading(title);
  if (!begin_rows(title)) return;
  for (const HelpLine& line : help) text_row(line.input, line.effect);
  end_rows();
}

}  // namespace

void help_window(ViewerState& state, ViewSize window) {
  const float em = ImGui::GetFontSize();
  const auto width = static_cast<float>(window.width), height = static_cast<float>(window.height);
  ImGui::SetNextWindowPos({width / 2, height / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(k_help_width * em, width - em), 0});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {width, height - em});
  ImGui::Begin("Mouse and keys", &state.show_help,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize);
  lines("Mouse", k_mouse);
  lines("Keys", k_keys);
  ImGui::End();
}

}  // namespace condyle
