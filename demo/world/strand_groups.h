#pragma once

#include <span>
#include <string>
#include <vector>

#include "world/shown_world.h"

namespace condyle {

/// The strands of one ligament, found by their names.
struct StrandGroup {
  std::string name;
  std::vector<int> strands;  ///< indices in ShownWorld::strands(), ascending
};

/// The ligament to which a strand belongs by its name: the capitals and any lower-case letters
/// before them ("PCL" of "PCLal3", "pCAP" of "pCAP2"). Without two capitals in a row: everything
/// before the first digit, blank, '_', '-' or '.' ("rope" of "rope_2"), otherwise the whole name.
std::string strand_group_name(const std::string& strand);

/// All groups in the order of their first strands; each strand is in one group.
std::vector<StrandGroup> strand_groups(std::span<const WorldStrand> strands);

/// Totals of several strands, for the panel and the curves.
struct StrandSum {
  double force = 0;           ///< sum of the tensions [N]
  double largest_strain = 0;  ///< over strands that are whole; 0 if there are none
  int cut = 0;                ///< number of strands that are cut or torn
};
StrandSum strand_sum(std::span<const WorldStrand> strands, std::span<const int> chosen);

}  // namespace condyle
