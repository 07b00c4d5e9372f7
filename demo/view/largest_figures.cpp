#include "view/largest_figures.h"

#include <algorithm>

#include "world/scene_figures.h"

namespace condyle {

void LargestFigures::observe(const ShownWorld& world) {
  if (world.is_settling()) return;
  pressure = std::max(pressure, peak_pressure(world));
  wear = std::max(wear, peak_wear(world));
  for (const WorldContact& contact : world.contacts()) {
    if (!contact.report) continue;
    const ContactResult& result = contact.report->result();
    depth = std::max(depth, result.total.max_proximity);
    const auto named = named_regions(result);
    if (named.empty()) force = std::max(force, result.total.contact_force.norm());
    for (const RegionStatistics& region : named)
      force = std::max(force, region.statistics.contact_force.norm());
  }
}

}  // namespace condyle
