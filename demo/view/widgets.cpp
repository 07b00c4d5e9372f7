#include "view/widgets.h"

#include <fmt/core.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "view/theme.h"

namespace condyle {
namespace {

bool rounds_to_zero(double value, const char* format) {
  char text[64];
  ImFormatString(text, sizeof(text), format, value);
  return std::strtod(text, nullptr) == 0;
}

}  // namespace

void heading(const std::string& title) {
  ImGui::Dummy({0, 0.25f * ImGui::GetFontSize()});
  ImGui::PushFont(fonts().title);
  ImGui::TextUnformatted(title.c_str());
  ImGui::PopFont();
  ImGui::Separator();
}

void faint_text(const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

bool begin_rows(const char* id) {
  if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingStretchProp)) return false;
  ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthStretch, 0.42f);
  ImGui::TableSetupColumn("field", ImGuiTableColumnFlags_WidthStretch, 0.58f);
  return true;
}

void tell_at_cursor(const std::string& text) {
  ImGui::SetNextWindowContentSize(ImGui::CalcTextSize(text.c_str()));
  ImGui::SetTooltip("%s", text.c_str());
}

void end_rows() { ImGui::EndTable(); }

void row(const std::string& label, const std::string& hint) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextWrapped("%s", label.c_str());
  if (!hint.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint.c_str());
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1);
}

double accepted(double typed, double before, const SliderRange& range) {
  const double value = typed * range.unit;
  return std::isnan(value) ? before : std::clamp(value, range.low, range.high);
}

std::string range_text(const SliderRange& range) {
  std::string unit = range.format;
  unit = unit.substr(std::min(unit.find(' '), unit.size()));
  if (unit.ends_with("%%")) unit.pop_back();
  return fmt::format("{:.4g} to {:.4g}{}", range.low / range.unit, range.high / range.unit, unit);
}

bool number_field(const std::string& id, double& value, const SliderRange& range) {
  double shown = value / range.unit;
  if (rounds_to_zero(shown, range.format)) shown = 0;  // not -0
  const double low = range.low / range.unit, high = range.high / range.unit;
  const ImGuiSliderFlags flags = range.logarithmic ? ImGuiSliderFlags_Logarithmic : 0;
  ImGui::SetNextItemWidth(-1);
  const bool changed = ImGui::SliderScalar(("##" + id).c_str(), ImGuiDataType_Double, &shown, &low,
                                           &high, range.format, flags);
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
    ImGui::SetTooltip("%s; Ctrl+click: type", range_text(range).c_str());
  if (!changed) return false;
  const double before = std::exchange(value, accepted(shown, value, range));
  return value != before;
}

bool number_row(const std::string& label, double& value, const SliderRange& range,
                const std::string& hint) {
  row(label, hint);
  return number_field(label, value, range);
}

bool choice_row(const std::string& label, bool& second, const char* first_name,
                const char* second_name, const std::string& hint) {
  row(label, hint);
  const bool before = second;
  const float width = (ImGui::GetContentRegionAvail().x - 4) / 2;
  const auto button = [&](const char* name, bool is_second) {
    const bool chosen = before == is_second;
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(chosen ? ImGuiCol_ButtonActive
                                                                           : ImGuiCol_Button));
    if (ImGui::Button((std::string(name) + "##" + label).c_str(), {width, 0})) second = is_second;
    ImGui::PopStyleColor();
  };
  button(first_name, false);
  ImGui::SameLine(0, 4);
  button(second_name, true);
  return second != before;
}

bool combo_row(const std::string& label, int& chosen, std::span<const std::string> words,
               const std::string& hint) {
  row(label, hint);
  const int before = chosen;
  if (!ImGui::BeginCombo(("##" + label).c_str(), words[before].c_str())) return false;
  for (int k = 0; k < static_cast<int>(words.size()); ++k) {
    if (words[k] == "user" && k != before) continue;
    if (ImGui::Selectable(words[k].c_str(), k == before)) chosen = k;
  }
  ImGui::EndCombo();
  return chosen != before;
}

void right_aligned(const std::string& text) {
  ImGui::TableNextColumn();
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
  ImGui::TextUnformatted(text.c_str());
}

void text_row(const std::string& label, const std::string& value) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  faint_text(label);
  ImGui::TableNextColumn();
  ImGui::TextWrapped("%s", value.c_str());
}

}  // namespace condyle
