// The buttons for files below the title, and the window with what the program has said.
#include <imgui.h>

#include <array>

#include "view/exports.h"
#include "view/panels.h"
#include "view/theme.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr float k_log_width = 60, k_log_height = 22;  // in text heights

struct ExportItem {
  Export what;
  const char* label;
};
constexpr std::array<ExportItem, 4> k_exports = {{
    {Export::history_csv, "The past as a table (history, CSV)"},
    {Export::history_sto, "The past for OpenSim (history, .sto)"},
    {Export::maps_now, "Surfaces with pressure now (VTP)"},
    {Export::maps_past, "Surfaces of the past, 25 a second (VTP)"},
}};

bool button_of_four(const char* label, const char* hint) {
  const float gaps = 3 * ImGui::GetStyle().ItemSpacing.x;
  const float all = ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x;
  const bool clicked = ImGui::Button(label, {(all - gaps) / 4, 0});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint);
  return clicked;
}

void export_list(ViewerState& state) {
  if (!ImGui::BeginPopup("export")) return;
  if (!state.live) ImGui::TextDisabled("condyle analyze writes the results of a recorded motion");
  for (const ExportItem& item : k_exports)
    if (state.live && ImGui::Selectable(item.label)) state.requests.write = item.what;
  if (state.live) ImGui::TextDisabled("into the current folder, under a new name");
  ImGui::EndPopup();
}

ImVec4 color_of(MessageKind kind) {
  if (kind == MessageKind::error) return theme_colors().error;
  return kind == MessageKind::warning ? theme_colors().warning
                                      : ImGui::GetStyleColorVec4(ImGuiCol_Text);
}

bool is_shown(const LogWindow& window, const LoggedMessage& message) {
  if (window.only_trouble && message.kind == MessageKind::note) return false;
  const ImGuiTextFilter filter(window.filter.data());
  return filter.PassFilter(line_of(message).c_str());
}

}  // namespace

void file_row(ViewerState& state) {
  if (button_of_four("Open", "a scene, OpenSim model or mesh (Ctrl+O); or drop it on the window"))
    open_file_window(state, FileWindow::Use::open);
  ImGui::SameLine();
  if (button_of_four("Save", "the scene with what was changed (Ctrl+S)"))
    open_file_window(state, FileWindow::Use::save);
  ImGui::SameLine();
  if (button_of_four("Export", "tables and surfaces of what is in memory"))
    ImGui::OpenPopup("export");
  ImGui::SameLine();
  if (button_of_four("Log", "what the program has said (G)"))
    state.log_window.is_open = !state.log_window.is_open;
  export_list(state);
}

std::string shown_lines(const LogWindow& window, const MessageLog& log) {
  std::string lines;
  for (const LoggedMessage& message : log.messages())
    if (is_shown(window, message)) lines += line_of(message) + "\n";
  return lines;
}

void log_window(ViewerState& state, ViewSize size) {
  LogWindow& window = state.log_window;
  if (!window.is_open) return;
  const float em = ImGui::GetFontSize();
  const auto width = static_cast<float>(size.width), height = static_cast<float>(size.height);
  ImGui::SetNextWindowPos({width / 2, height - em}, ImGuiCond_Appearing, {0.5f, 1});
  ImGui::SetNextWindowSize(
      {std::min(k_log_width * em, width - em), std::min(k_log_height * em, height - em)},
      ImGuiCond_Appearing);
  ImGui::Begin("What the program has said", &window.is_open,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings);
  ImGui::SetNextItemWidth(16 * em);
  ImGui::InputTextWithHint("##filter", "filter", window.filter.data(), window.filter.size());
  ImGui::SameLine();
  ImGui::Checkbox("warnings and errors only", &window.only_trouble);
  ImGui::SameLine();
  if (ImGui::Button("Copy")) ImGui::SetClipboardText(shown_lines(window, *state.log).c_str());
  ImGui::SameLine();
  if (ImGui::Button("Clear")) state.log->clear();
  ImGui::BeginChild("messages", {0, 0}, true);
  for (const LoggedMessage& message : state.log->messages()) {
    if (!is_shown(window, message)) continue;
    ImGui::PushStyleColor(ImGuiCol_Text, color_of(message.kind));
    ImGui::TextWrapped("%s", line_of(message).c_str());
    ImGui::PopStyleColor();
  }
  if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) ImGui::SetScrollHereY(1);
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace condyle
