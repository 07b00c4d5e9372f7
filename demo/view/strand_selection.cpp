#include "view/strand_selection.h"

#include <algorithm>

namespace condyle {

bool StrandSelection::contains_all(std::span<const int> strands) const {
  return std::ranges::all_of(strands, [this](int i) { return all.contains(i); });
}

void choose(int strand, Choice how, StrandSelection& selection) {
  if (how == Choice::up_to) {
    const auto [first, last] = std::minmax(selection.latest, strand);
    for (int i = first; i <= last; ++i) selection.all.insert(i);
    selection.latest = strand;
    return;
  }
  choose(std::span(&strand, 1), how, selection);
}

/// One strand always stays chosen.
void choose(std::span<const int> strands, Choice how, StrandSelection& selection) {
  if (how == Choice::toggle && selection.contains_all(strands)) {
    for (const int i : strands) selection.all.erase(i);
    if (selection.all.empty()) selection.all = {selection.latest};
    if (!selection.all.contains(selection.latest)) selection.latest = *selection.all.begin();
    return;
  }
  if (how == Choice::only) selection.all.clear();
  selection.all.insert(strands.begin(), strands.end());
  selection.latest = strands.front();
}

double part_of_scene(double ligament::Strand::*parameter, const Parameters& scene,
                     const Parameters& edited, const StrandSelection& selection) {
  double sum = 0;
  for (const int i : selection.all)
    sum += edited.strands[i].strand.*parameter / scene.strands[i].strand.*parameter;
  return sum / static_cast<double>(selection.all.size());
}

void set_part_of_scene(double part, double ligament::Strand::*parameter, const Parameters& scene,
                       const StrandSelection& selection, Parameters& edited) {
  const double scale = part / part_of_scene(parameter, scene, edited, selection);
  for (const int i : selection.all) edited.strands[i].strand.*parameter *= scale;
}

}  // namespace condyle
