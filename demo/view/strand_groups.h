#pragma once

#include <span>
#include <string>
#include <vector>

#include "shown_world.h"

namespace condyle {

/// Strands of one ligament, found by their names.
struct StrandGroup {
  std::string name;
  std::vector<int> strands;  ///< indices in ShownWorld::strands(), ascending
};

/// The ligament that a strand's name speaks of: its capitals with small letters in front of them
/// ("PCL" of "PCLal3", "pCAP" of "pCAP2"); without two capitals in a row, all in front of the first
/// digit, blank, '_', '-' or '.' ("rope" of "rope_2"); else the whole name.
std::string strand_group_name(const std::string& strand);

/// In the order of their first strands; each strand is in one group.
std::vector<StrandGroup> strand_groups(std::span<const WorldStrand> strands);

/// What the panel and the curves say of some strands together.
struct StrandSum {
  double force = 0;           ///< sum of the tensions [N]
  double largest_strain = 0;  ///< of those that are whole; 0 where there is none
  int cut = 0;                ///< how many are cut or torn
};
StrandSum strand_sum(std::span<const WorldStrand> strands, std::span<const int> chosen);

}  // namespace condyle
