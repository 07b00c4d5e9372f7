#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/figure_text.h"
#include "base/ticks.h"
#include "view/panels.h"
#include "view/plot.h"
#include "view/strand_colors.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr double k_percent = 0.01, k_millimetre = 1e-3;
constexpr int k_law_samples = 120;
constexpr float k_strand_plot_height = 11;  // in text heights
constexpr int k_rows_in_sight = 12;         // visible table rows, including two header rows
constexpr double k_usual_failure_strain = 0.15;

void color_rows(ViewOptions& view) {
  if (!begin_rows("strand colours")) return;
  bool force = view.strand_color == StrandColor::force;
  if (choice_row("colour by", force, "strain", "force")) {
    view.strand_color = force ? StrandColor::force : StrandColor::strain;
  }
  if (force) {
    number_row("red from", view.force_limit, {1, 1e4, 1, "%.4g N", true});
  } else {
    number_row("red from", view.strain_limit, {0.01, 1, k_percent, "%.3g %%", true});
  }
  end_rows();
}

double reference_strain(const ViewerState& state, const ligament::Strand& strand, int index) {
  return state.initial_strand_lengths[index] / strand.slack_length - 1;
}

// A box that is ticked for a whole strand and not ticked for a cut one. Returns whether it changed.
bool whole_box(const std::string& id, bool& whole) {
  ImGui::TableNextColumn();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  const bool changed = ImGui::Checkbox(("##whole" + id).c_str(), &whole);
  ImGui::PopStyleVar();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", whole ? "cut it" : "restore it");
  return changed;
}

Choice choice_of_click() {
  const ImGuiIO& io = ImGui::GetIO();
  return io.KeyCtrl ? Choice::toggle : io.KeyShift ? Choice::up_to : Choice::only;
}

bool strand_row(ViewerState& state, Parameters& edited, int index) {
  const WorldStrand& strand = state.world->strands()[index];
  Parameters::Strand& parameters = edited.strands[index];
  ++state.strand_rows;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (ImGui::Selectable(
          strand.name.c_str(), state.strands.all.contains(index),
          ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap))
    choose(index, choice_of_click(), state.strands);
  const bool shown = strand.report && !is_parted(strand);
  right_aligned(shown ? three_digits(strand.report->force.total_force) : "\xe2\x80\x93");
  right_aligned(shown ? three_digits(strand.report->force.strain / k_percent) : "\xe2\x80\x93");
  right_aligned(fmt::format("{:.0f}", parameters.strand.linear_stiffness));
  right_aligned(fmt::format("{:.1f}", parameters.strand.slack_length / k_millimetre));
  right_aligned(fixed(reference_strain(state, parameters.strand, index) / k_percent, 1));
  bool whole = !is_parted(strand);
  if (!whole_box(strand.name, whole)) return false;
  if (whole && !strand.is_cut) {
    ++parameters.mended;  // failure has torn it
  } else {
    parameters.is_cut = !whole;
  }
  return true;
}

// A row with the sums of a ligament. Its arrow opens it to show its strands; a click chooses them.
bool group_row(ViewerState& state, Parameters& edited, const StrandGroup& group, bool& open) {
  const StrandSum sum = strand_sum(state.world->strands(), group.strands);
  ++state.strand_rows;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  const bool is_chosen = state.strands.contains_all(group.strands);
  open = ImGui::TreeNodeEx(group.name.c_str(),
                           ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_OpenOnArrow |
                               ImGuiTreeNodeFlags_OpenOnDoubleClick |
                               (is_chosen ? ImGuiTreeNodeFlags_Selected : 0),
                           "%s (%zu)", group.name.c_str(), group.strands.size());
  if (ImGui::IsItemClicked() && !ImGui::IsItemToggledOpen())
    choose(group.strands, ImGui::GetIO().KeyCtrl ? Choice::toggle : Choice::only, state.strands);
  ImGui::PopStyleVar();
  right_aligned(three_digits(sum.force));
  right_aligned(three_digits(sum.largest_strain / k_percent));
  double stiffness = 0;
  for (int i : group.strands) stiffness += edited.strands[i].strand.linear_stiffness;
  right_aligned(fmt::format("{:.0f}", stiffness));
  right_aligned("");
  right_aligned("");
  bool whole = std::none_of(group.strands.begin(), group.strands.end(),
                            [&](int i) { return edited.strands[i].is_cut; });
  if (!whole_box(group.name, whole)) return false;
  for (int i : group.strands) edited.strands[i].is_cut = !whole;
  return true;
}

bool group_rows(ViewerState& state, Parameters& edited, const StrandGroup& group) {
  if (group.strands.size() == 1) return strand_row(state, edited, group.strands[0]);
  bool open = false;
  bool changed = group_row(state, edited, group, open);
  if (!open) return changed;
  for (int i : group.strands) changed |= strand_row(state, edited, i);
  ImGui::TreePop();
  return changed;
}

void header_row(std::initializer_list<const char*> titles) {
  ImGui::TableNextRow();
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  for (const char* title : titles) right_aligned(title);
  ImGui::PopStyleColor();
}

// The height of the rows, up to a limit above which the table scrolls.
float table_height(int rows) {
  const float row = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
  return (static_cast<float>(std::min(rows + 2, k_rows_in_sight)) + 0.3f) * row;
}

bool table(ViewerState& state, Parameters& edited) {
  constexpr ImGuiTableFlags k_table_flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_ScrollY;
  if (!ImGui::BeginTable("strands", 7, k_table_flags, {0, table_height(state.strand_rows)}))
    return false;
  ImGui::TableSetupScrollFreeze(0, 2);
  ImGui::TableSetupColumn("strand", ImGuiTableColumnFlags_WidthStretch, 1.9f);
  for (const char* column : {"force", "strain", "k", "slack", "reference"}) {
    ImGui::TableSetupColumn(column, ImGuiTableColumnFlags_WidthStretch, 1);
  }
  ImGui::TableSetupColumn("whole", ImGuiTableColumnFlags_WidthStretch, 0.45f);
  header_row({"", "force", "strain", "k", "slack", "ref.", ""});
  header_row({"", "N", "%", "N", "mm", "%", "on"});
  bool changed = false;
  state.strand_rows = 0;
  for (const StrandGroup& group : state.strand_groups) changed |= group_rows(state, edited, group);
  ImGui::EndTable();
  return changed;
}

bool failure_row(ligament::Strand& strand) {
  bool changed = false, fails = std::isfinite(strand.failure_strain);
  row("tears", "whether it fails, beyond a strain of");
  if (ImGui::Checkbox(fails ? "yes##tears" : "no##tears", &fails)) {
    strand.failure_strain = fails ? std::max(k_usual_failure_strain, strand.transition_strain)
                                  : std::numeric_limits<double>::infinity();
    changed = true;
  }
  if (!fails) return changed;
  return number_row("failure strain", strand.failure_strain,
                    {std::max(strand.transition_strain, 0.01), 1, k_percent, "%.3g %%"}) ||
         changed;
}

bool chosen_rows(const ViewerState& state, Parameters& edited) {
  ligament::Strand& strand = edited.strands[state.strands.latest].strand;
  const double length = state.initial_strand_lengths[state.strands.latest];
  faint_text(state.world->strands()[state.strands.latest].name);
  if (!begin_rows("strand")) return false;
  bool changed = number_row("stiffness k", strand.linear_stiffness, {1, 1e5, 1, "%.4g N", true},
                            "force per unit strain, above the transition strain");
  changed |= number_row("slack length", strand.slack_length,
                        {0.7 * length, 1.3 * length, k_millimetre, "%.2f mm"});
  double reference = reference_strain(state, strand, state.strands.latest);
  if (number_row("reference strain", reference, {-0.2, 0.2, k_percent, "%.2f %%"},
                 "at the start; sets the slack length")) {
    strand.slack_length = length / (1 + reference);
    changed = true;
  }
  changed |= number_row("transition strain", strand.transition_strain,
                        {0, 0.2, k_percent, "%.2f %%"}, "where the toe of the curve ends");
  changed |= number_row("damping c", strand.damping_coefficient, {0, 100, 1, "%.3g N s"},
                        "force per strain rate");
  if (state.live) changed |= failure_row(strand);  // the strands of a replay do not fail
  end_rows();
  return changed;
}

double strain_shown(const ligament::Strand& strand, double now) {
  double most = std::max({3 * strand.transition_strain, 1.2 * now, 0.02});
  if (std::isfinite(strand.failure_strain))
    most = std::max(most, 1.1 * (strand.failure_strain + strand.softening_strain));
  return most;
}

// Plots the force law, with a dot at the strand's current state.
void law_plot(ViewerState& state) {
  const WorldStrand& strand = state.world->strands()[state.strands.latest];
  const bool shown = strand.report && !is_parted(strand);
  const double now = shown ? strand.report->force.strain : 0;
  const double most = strain_shown(strand.strand, now);
  TimeSeries::Line line{strand.name, {}};
  std::vector<float> strains;
  for (int k = 0; k <= k_law_samples; ++k) {
    const double strain = most * k / k_law_samples;
    const double length = strand.strand.slack_length * (1 + strain);
    strains.push_back(static_cast<float>(strain / k_percent));
    line.values.push_back(static_cast<float>(evaluate(strand.strand, length, 0).spring_force));
  }
  Plot plot{.title = "force over strain", .unit = "N", .lines = {&line, 1}, .x_name = "strain"};
  plot.x_unit = "%";
  plot.x = strains;
  plot.x_high = most / k_percent;
  plot.height = k_strand_plot_height * ImGui::GetFontSize();
  if (shown) plot.dot = {now / k_percent, strand.report->force.spring_force};
  draw_and_seek(state, plot);
}

void over_row(ViewerState& state) {
  if (state.world->readings().empty() || !begin_rows("over")) return;
  choice_row("curves over", state.strands_over_reading, "time",
             state.world->readings()[0].name.c_str());
  end_rows();
}

void draw_curves(ViewerState& state) {
  over_row(state);
  const Curves& shown = curves(state);
  const auto over = [&](const char* title, const char* unit, TimeSeries Curves::*series) {
    if (!state.strands_over_reading || state.world->readings().empty())
      return curve_over_time(state, title, unit, series);
    const Reading& reading = state.world->readings()[0];
    Plot plot =
        plot_over(shown.first_reading, reading.name, reading.unit, title, unit, shown.*series);
    if (state.replay) plot.mark = reading.value;
    return plot;
  };
  Plot force = over("strand force", "N", &Curves::strand_forces);
  Plot strain = over("strand strain", "%", &Curves::strand_strains);
  force.height = strain.height = k_strand_plot_height * ImGui::GetFontSize();
  force.legend = true;
  strain.factor = 1 / k_percent;
  for (const Plot& plot : {force, strain}) draw_and_seek(state, plot);
}

}  // namespace

bool strand_group(ViewerState& state, Parameters& edited) {
  if (!section(state, "Ligaments")) return false;
  color_rows(state.view);
  bool changed = table(state, edited);
  changed |= state.strands.all.size() > 1 ? strand_selection_rows(state, edited)
                                          : chosen_rows(state, edited);
  law_plot(state);
  draw_curves(state);
  return changed;
}

}  // namespace condyle
