// Pinned probes: their values and curves.
#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "base/figure_text.h"
#include "view/panels.h"
#include "view/pinned_marks.h"
#include "view/plot.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr float k_probe_plot_height = 11, k_button = 1.3f;  // in text heights

/// The columns: the field of the map, pressure and depth.
std::vector<Field> fields_of_probes(const ViewerState& state) {
  std::vector<Field> fields{state.view.field};
  for (const Field other : {Field::pressure, Field::depth})
    if (other != state.view.field) fields.push_back(other);
  return fields;
}

FieldUnit unit_of_probes(const ViewerState& state, Field field) {
  return unit_at_pinned(*state.drawing, state.view, state.list.paint, field);
}

/// Returns whether the probe is to be removed.
bool probe_row(const ViewerState& state, std::size_t index, std::span<const Field> fields) {
  const PinnedProbe& probe = state.pinned.probes[index];
  const ShownWorld& world = *state.world;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, line_color(index));
  ImGui::TextUnformatted(name_of(probe).c_str());
  ImGui::PopStyleColor();
  ImGui::SameLine();
  ImGui::TextWrapped("%s %d", world.bodies()[probe.mesh.body].name.c_str(), probe.triangle);
  GapFinder gaps;
  for (const Field of : fields) {
    const double value = value_at(description_of(of), world, probe, gaps);
    right_aligned(std::isnan(value) ? "\xe2\x80\x93"
                                    : three_digits(shown_figure(value, unit_of_probes(state, of))));
  }
  ImGui::TableNextColumn();
  const bool goes = ImGui::SmallButton(fmt::format("x##probe{}", probe.number).c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("remove probe %d", probe.number);
  return goes;
}

void probe_table(ViewerState& state) {
  const std::vector<Field> fields = fields_of_probes(state);
  const int columns = static_cast<int>(fields.size()) + 2;
  if (!ImGui::BeginTable(fmt::format("probes{}", columns).c_str(), columns,
                         ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH |
                             ImGuiTableFlags_SizingStretchProp))
    return;
  ImGui::TableSetupColumn("place", ImGuiTableColumnFlags_WidthStretch, 1.7f);
  for (const Field field : fields) ImGui::TableSetupColumn(description_of(field).label);
  ImGui::TableSetupColumn("remove", ImGuiTableColumnFlags_WidthFixed,
                          k_button * ImGui::GetFontSize());
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  const auto header = [&](const char* title, const auto& word_of_field) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(title);
    for (const Field field : fields) right_aligned(word_of_field(field));
  };
  header("", [](Field field) { return description_of(field).label; });
  header("triangle", [&](Field field) { return unit_of_probes(state, field).name; });
  ImGui::PopStyleColor();
  int removed = -1;
  for (std::size_t k = 0; k < state.pinned.probes.size(); ++k)
    if (probe_row(state, k, fields)) removed = static_cast<int>(k);
  ImGui::EndTable();
  if (removed >= 0) state.pinned.probes.erase(state.pinned.probes.begin() + removed);
}

Plot probe_plot(const ViewerState& state) {
  const Field field = state.view.field;
  const auto index = static_cast<std::size_t>(field);
  const FieldUnit unit = unit_of_probes(state, field);
  // The curve of a margin would count down: what is used of it counts up.
  const std::string title = unit.counts_down ? "used of yield stress" : description_of(field).label;
  Plot plot = plot_over_time(title + " at probes", unit.name, curves(state).probes[index]);
  if (state.live) compare_with(state.last_run.probes[index], plot);
  show_times(state, plot);
  plot.factor = 1 / unit.si;
  plot.height = k_probe_plot_height * ImGui::GetFontSize();
  plot.legend = true;
  return plot;
}

}  // namespace

void probe_group(ViewerState& state) {
  if (!section(state, "Probes")) return;
  probe_table(state);
  draw_and_seek(state, probe_plot(state));
}

}  // namespace condyle
