#include "core/src/contact/region_sums.h"

#include <algorithm>
#include <utility>

#include "condyle/contact/contact_result.h"

namespace condyle {
namespace {

constexpr int k_axis_regions = 6;

/// The nodes with at least half of their triangles' area in a region, ascending.
std::vector<int> nodes_of(const Region& region, const ContactSurface& casting) {
  std::vector<double> balance(static_cast<std::size_t>(casting.element_count()), 0);
  const auto add = [&](int triangle, double weight) {
    const double area = weight * area_vector_doubled(casting.mesh(), triangle).norm();
    for (const int node : casting.nodes_of_triangles()[triangle])
      if (node >= 0) balance[node] += area;
  };
  for (int t = 0; t < casting.triangle_count(); ++t) add(t, -1);
  for (const int t : region.triangles) add(t, 2);
  std::vector<int> nodes;
  for (int node = 0; node < casting.element_count(); ++node) {
    if (balance[node] >= 0) nodes.push_back(node);
  }
  return nodes;
}

}  // namespace

RegionSums::RegionSums(const ContactSurface& casting, std::vector<Region> user_regions)
    : regions_(std::move(user_regions)), sums_(regions_.size()) {
  if (regions_.empty()) return;
  first_membership_.assign(static_cast<std::size_t>(casting.element_count()) + 1, 0);
  for (Region& region : regions_) {
    require_valid(region, casting);
    if (casting.casts_from_nodes()) region.triangles = nodes_of(region, casting);
    for (const int t : region.triangles) ++first_membership_[t + 1];
  }
  for (int t = 0; t < casting.element_count(); ++t) {
    first_membership_[t + 1] += first_membership_[t];
  }
  membership_.resize(first_membership_.back());
  std::vector<int> next = first_membership_;
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    for (const int t : regions_[r].triangles) membership_[next[t]++] = static_cast<int>(r);
  }
}

std::vector<RegionStatistics> RegionSums::empty_statistics() const {
  std::vector<RegionStatistics> statistics;
  for (const char* name : {"-x", "+x", "-y", "+y", "-z", "+z"}) statistics.push_back({name, {}});
  for (const Region& region : regions_) statistics.push_back({region.name, {}});
  return statistics;
}

void RegionSums::begin() { std::fill(sums_.begin(), sums_.end(), ContactSums{}); }

void RegionSums::add(const ContactBlock& block, bool has_friction) {
  if (regions_.empty()) return;
  for (int i = 0; i < block.count; ++i) {
    const int t = block.casting_triangle[i];
    for (int m = first_membership_[t]; m < first_membership_[t + 1]; ++m) {
      sums_[membership_[m]].add(block, i);
      if (has_friction) sums_[membership_[m]].add_friction(block, i, i + 1);
    }
  }
}

void RegionSums::write(ContactResult& result) const {
  for (std::size_t r = 0; r < sums_.size(); ++r) {
    result.regions[k_axis_regions + r].statistics = statistics_of(sums_[r]);
  }
}

}  // namespace condyle
