#pragma once

#include <string>
#include <vector>

#include "shown_world.h"

namespace condyle {

/// Contacts between two bodies that a scene wants summed (SceneContact::sum_in), in the world frame
/// about its origin: forces on the body that casts in the first of them.
struct ContactTotal {
  std::string name;
  ContactStatistics statistics;
  Twist velocity;  ///< of that body relative to the other, at the world's origin
};

/// In the order of their first contacts.
std::vector<ContactTotal> contact_totals(const ShownWorld& world);

}  // namespace condyle
