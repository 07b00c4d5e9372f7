// The group Plots: figures that the user chooses, over time or over one another.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "condyle/error.h"
#include "core/src/files/file_bytes.h"
#include "view/file_list.h"
#include "view/own_plots.h"
#include "view/panels.h"
#include "view/plot_columns.h"
#include "view/plot_files.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr float k_own_plot_height = 12;  // in text heights

bool has_part(std::string_view name, std::string_view part) {
  const auto same = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  return std::search(name.begin(), name.end(), part.begin(), part.end(), same) != name.end() ||
         part.empty();
}

/// A list of columns to choose from; its first row narrows it. Calls `choose` for a click.
template <class IsChosen, class CanChoose, class Choose>
void column_list(ViewerState& state, const IsChosen& is_chosen, const CanChoose& can_choose,
                 const Choose& choose) {
  std::array<char, 64>& part = state.column_filter;
  if (ImGui::IsWindowAppearing()) {
    part = {};
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##part", "part of a name", part.data(), part.size());
  for (const TimeSeries::Line& line : curves(state).columns.lines()) {
    if (!has_part(line.name, part.data())) continue;
    const bool chosen = is_chosen(line.name);
    const ImGuiSelectableFlags flags =
        chosen || can_choose(line.name) ? 0 : ImGuiSelectableFlags_Disabled;
    if (ImGui::Selectable(line.name.c_str(), chosen, flags | ImGuiSelectableFlags_DontClosePopups))
      choose(line.name);
  }
}

void x_chooser(ViewerState& state, OwnPlot& plot) {
  const std::string shown = plot.x.empty() ? "time" : title_of_column(plot.x);
  if (!ImGui::BeginCombo("##x", ("over " + shown).c_str(), ImGuiComboFlags_HeightLarge)) return;
  if (ImGui::Selectable("time", plot.x.empty())) plot.x.clear();
  column_list(
      state, [&](const std::string& name) { return name == plot.x; },
      [](const std::string&) { return true; }, [&](const std::string& name) { plot.x = name; });
  ImGui::EndCombo();
}

void line_chooser(ViewerState& state, OwnPlot& plot) {
  const std::string shown =
      fmt::format("{} line{}", plot.lines.size(), plot.lines.size() == 1 ? "" : "s");
  if (!ImGui::BeginCombo("##lines", shown.c_str(), ImGuiComboFlags_HeightLarge)) return;
  column_list(
      state,
      [&](const std::string& name) {
        return std::ranges::find(plot.lines, name) != plot.lines.end();
      },
      [&](const std::string& name) { return can_show(plot, name); },
      [&](const std::string& name) { toggle_line(name, plot); });
  ImGui::EndCombo();
}

/// Returns false if the plot is to be removed.
bool chooser_row(ViewerState& state, OwnPlot& plot) {
  const float remove = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - remove - 2 * gap) / 2;
  ImGui::SetNextItemWidth(width);
  line_chooser(state, plot);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(width);
  x_chooser(state, plot);
  ImGui::SameLine();
  const bool removes = ImGui::Button("x##remove", {remove, 0});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("remove this plot");
  return !removes;
}

/// One line of text for each line of the plot, in its colour.
void own_legend(const Plot& plot) {
  for (std::size_t k = 0; k < plot.lines.size(); ++k) {
    const bool of_right = k >= plot.right_from;
    ImGui::PushStyleColor(ImGuiCol_Text, line_color(k));
    ImGui::TextWrapped(
        "%s", fmt::format("{} [{}]{}", plot.lines[k].name, of_right ? plot.right_unit : plot.unit,
                          of_right ? ", right" : "")
                  .c_str());
    ImGui::PopStyleColor();
  }
}

void draw_own_plot(ViewerState& state, const OwnPlot& own) {
  OwnPlotData data;
  const std::string missing =
      show_own_plot(own, curves(state).columns, state.last_run.columns, data);
  if (!missing.empty()) return faint_text("There is no " + missing + " now.");
  if (own.x.empty()) show_times(state, data.plot);
  data.plot.height = k_own_plot_height * ImGui::GetFontSize();
  draw_and_seek(state, data.plot);
  own_legend(data.plot);
}

}  // namespace

void own_plots_group(ViewerState& state) {
  if (!section(state, "Plots")) return;
  std::vector<OwnPlot>& plots = state.settings.plots[state.world->scene().file.stem().string()];
  int removed = -1;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    draw_own_plot(state, plots[i]);
    if (!chooser_row(state, plots[i])) removed = static_cast<int>(i);
    ImGui::PopID();
  }
  if (removed >= 0) plots.erase(plots.begin() + removed);
  if (ImGui::Button("Add a plot")) plots.push_back({});
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("any figures of this scene, over time or over one another");
}

void save_plot(ViewerState& state, const Plot& plot, bool as_picture) try {
  const std::string stem = "condyle-" + state.world->scene().file.stem().string() + "-plot";
  const std::filesystem::path file = free_name(".", stem, as_picture ? ".svg" : ".csv");
  replace_file(file, as_picture ? plot_svg(plot) : plot_csv(plot));
  say(state, "saved " + std::filesystem::absolute(file).lexically_normal().string());
} catch (const InputError& error) {
  say(state, error.what());
}

void draw_and_seek(ViewerState& state, const Plot& plot) {
  const std::optional<double> x = draw_plot(plot);
  if (ImGui::BeginPopupContextItem()) {
    if (ImGui::MenuItem("Save as a table (CSV)")) save_plot(state, plot, false);
    if (ImGui::MenuItem("Save as a picture (SVG)")) save_plot(state, plot, true);
    ImGui::EndPopup();
  }
  if (x && state.replay && plot.x_unit == k_seconds && !ImGui::GetIO().KeyShift)
    state.replay->show_time(*x);
}

}  // namespace condyle
