#include "world/strand_groups.h"

#include <algorithm>
#include <cctype>

namespace condyle {
namespace {

bool is_capital(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_small(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::string strand_group_name(const std::string& strand) {
  const auto capitals = std::find_if_not(strand.begin(), strand.end(), is_small);
  const auto after = std::find_if_not(capitals, strand.end(), is_capital);
  if (after - capitals >= 2) return {strand.begin(), after};
  const std::size_t end = strand.find_first_of("0123456789 _-.");
  return end == 0 ? strand : strand.substr(0, end);
}

std::vector<StrandGroup> strand_groups(std::span<const WorldStrand> strands) {
  std::vector<StrandGroup> groups;
  for (int i = 0; i < static_cast<int>(strands.size()); ++i) {
    const std::string name = strand_group_name(strands[i].name);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const StrandGroup& other) { return other.name == name; });
    if (group == groups.end()) group = groups.insert(group, {name, {}});
    group->strands.push_back(i);
  }
  return groups;
}

StrandSum strand_sum(std::span<const WorldStrand> strands, std::span<const int> chosen) {
  StrandSum sum;
  double largest = -1;
  for (int i : chosen) {
    const WorldStrand& strand = strands[i];
    if (is_parted(strand)) {
      ++sum.cut;
    } else if (strand.report) {
      sum.force += strand.report->force.total_force;
      largest = std::max(largest, strand.report->force.strain);
    }
  }
  sum.largest_strain = largest > -1 ? largest : 0;
  return sum;
}

}  // namespace condyle
