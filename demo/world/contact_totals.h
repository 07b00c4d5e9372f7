#pragma once

#include <string>
#include <vector>

#include "world/shown_world.h"

namespace condyle {

/// The sum of contacts between two bodies that a scene groups by SceneContact::sum_in. In the world
/// frame about its origin; forces act on the casting body of the first contact.
struct ContactTotal {
  std::string name;
  ContactStatistics statistics;
  Twist velocity;  ///< of that casting body relative to the other body, at the world origin
};

/// All sums, in the order of their first contacts.
std::vector<ContactTotal> contact_totals(const ShownWorld& world);

}  // namespace condyle
