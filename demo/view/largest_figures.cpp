#include "view/largest_figures.h"

#include <algorithm>

#include "view/contact_arrows.h"
#include "world/scene_figures.h"

namespace condyle {

void LargestFigures::observe(const ShownWorld& world) {
  if (world.is_settling()) return;
  pressure = std::max(pressure, peak_pressure(world));
  wear = std::max(wear, peak_wear(world));
  for (const WorldContact& contact : world.contacts())
    if (contact.report) depth = std::max(depth, contact.report->result().total.max_proximity);
  for (const ContactLoad& load : contact_loads(world)) {
    force = std::max(force, load.force_W.norm());
    moment = std::max(moment, load.moment_W.norm());
  }
}

}  // namespace condyle
