// The group of the left panel in which two worlds are compared.
#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "base/figure_text.h"
#include "view/panels.h"
#include "view/start_page.h"
#include "view/widgets.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

void hint_of_last(const char* hint) {
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint);
}

void scenes_to_compare(ViewerState& state) {
  row("with", "a scene that is stepped with this one; both start anew");
  if (!ImGui::BeginCombo("##compare with", "a scene")) return;
  if (ImGui::Selectable("a file of yours")) open_file_window(state, FileWindow::Use::compare);
  for (const std::filesystem::path& file : shipped_scene_files())
    if (ImGui::Selectable(file.stem().string().c_str())) state.requests.compare_with = file;
  ImGui::EndCombo();
}

void moment_rows(ViewerState& state) {
  row("maps", "what is shown, kept to compare with later; it goes when another scene is opened");
  if (ImGui::Button("Keep##map")) keep_map(state);
  const float right = ImGui::GetWindowContentRegionMax().x;
  for (int i = 0; i < static_cast<int>(state.moments.size()); ++i) {
    if (!state.moments[i]->is_taken) continue;
    const std::string label =
        fmt::format("{} s##map{}", fixed(state.moments[i]->world.time(), 2), i);
    ImGui::SameLine();
    if (ImGui::GetCursorPosX() + ImGui::CalcTextSize(label.c_str(), nullptr, true).x + 8 > right)
      ImGui::NewLine();
    if (ImGui::Button(label.c_str())) compare_with_moment(state, i);
  }
}

std::string both_figures(const std::string& a, const std::string& b, const char* unit) {
  return fmt::format("{} / {} {}", a, b, unit);
}

/// Force and peak pressure of the contacts that both have.
void figure_rows(const ViewerState& state) {
  const std::vector<ContactRow> of_a = contact_rows(*state.world);
  const std::vector<ContactRow> of_b = contact_rows(state.compared->world());
  const PressureUnit unit = state.drawing->pressure_unit(state.view);
  for (const ContactRow& a : of_a) {
    const auto b = std::ranges::find(of_b, a.name, &ContactRow::name);
    if (b == of_b.end()) continue;
    text_row(a.name, both_figures(three_digits(a.force), three_digits(b->force), "N"));
    text_row("", both_figures(three_digits(a.peak_pressure / unit.pascals),
                              three_digits(b->peak_pressure / unit.pascals), unit.name));
  }
}

void comparison_rows(ViewerState& state) {
  Comparison& comparison = *state.compared;
  text_row("A / B", comparison.name);
  combo_row("shown", comparison.by, "side by side, B as a ghost in A, or pressure of A less B");
  const std::string lack = lacks_difference(*state.world, comparison.world());
  if (comparison.by == CompareBy::difference && !lack.empty()) text_row("", lack);
  figure_rows(state);
}

}  // namespace

void compare_group(ViewerState& state) {
  if (!section(state, "Compare")) return;
  if (state.compared) {
    if (ImGui::Button("Stop comparing")) stop_comparing(state);
  } else {
    if (ImGui::Button("With these settings")) state.requests.compare_settings = true;
    hint_of_last("keeps the present settings as B; what you change then changes A alone");
  }
  if (!begin_rows("compare")) return;
  if (state.compared) comparison_rows(state);
  if (state.live) {
    scenes_to_compare(state);
    moment_rows(state);
  }
  end_rows();
}

}  // namespace condyle
