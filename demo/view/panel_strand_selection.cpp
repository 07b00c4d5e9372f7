// Rows that edit several strands as one.
#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>

#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr std::size_t k_names_shown = 4;

std::string names_of(const ShownWorld& world, const std::set<int>& chosen) {
  std::string names = fmt::format("{} strands: ", chosen.size());
  std::size_t count = 0;
  for (const int i : chosen) {
    if (count++ == k_names_shown) return names + ", ...";
    names += (count > 1 ? ", " : "") + world.strands()[i].name;
  }
  return names;
}

bool part_row(const char* label, double ligament::Strand::*parameter, const SliderRange& range,
              const ViewerState& state, Parameters& edited) {
  double part = part_of_scene(parameter, state.defaults, edited, state.strands);
  if (!number_row(label, part, range, "of the scene's, on average; all change alike")) return false;
  set_part_of_scene(part, parameter, state.defaults, state.strands, edited);
  return true;
}

/// Restores what was cut, and repairs what failure has torn.
void restore(const ShownWorld& world, int strand, Parameters::Strand& edited) {
  if (is_parted(world.strands()[strand]) && !edited.is_cut) ++edited.mended;
  edited.is_cut = false;
}

bool cut_row(const ViewerState& state, Parameters& edited) {
  row("all of them");
  const bool cuts = ImGui::Button("Cut");
  ImGui::SameLine();
  const bool restores = ImGui::Button("Restore");
  for (const int i : state.strands.all) {
    if (cuts) edited.strands[i].is_cut = true;
    if (restores) restore(*state.world, i, edited.strands[i]);
  }
  return cuts || restores;
}

}  // namespace

bool strand_selection_rows(const ViewerState& state, Parameters& edited) {
  faint_text(names_of(*state.world, state.strands.all));
  if (!begin_rows("strands together")) return false;
  bool changed = part_row("stiffness k", &ligament::Strand::linear_stiffness,
                          {0.05, 20, 0.01, "%.4g %%", true}, state, edited);
  changed |= part_row("slack length", &ligament::Strand::slack_length, {0.8, 1.2, 0.01, "%.2f %%"},
                      state, edited);
  changed |= cut_row(state, edited);
  end_rows();
  return changed;
}

}  // namespace condyle
