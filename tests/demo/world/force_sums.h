#pragma once

#include <algorithm>

#include "world/scene_world.h"

namespace condyle::test {

/// Sums over the contacts and strands of a world in its last step.
struct ForceSums {
  double force = 0;    ///< of contacts [N]
  double peak = 0;     ///< largest pressure [Pa]
  double tension = 0;  ///< of strands [N]
};

inline ForceSums sums_of(const SceneWorld& world) {
  ForceSums sums;
  for (const WorldContact& contact : world.contacts()) {
    if (!contact.report) continue;
    sums.force += contact.report->result().total.contact_force.norm();
    sums.peak = std::max(sums.peak, contact.report->result().total.max_pressure);
  }
  for (const WorldStrand& strand : world.strands())
    if (strand.report) sums.tension += strand.report->force.total_force;
  return sums;
}

}  // namespace condyle::test
