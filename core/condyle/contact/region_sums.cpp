#include "condyle/contact/region_sums.h"

#include <algorithm>
#include <utility>

#include "condyle/contact/regions.h"

namespace condyle {
namespace {

constexpr int k_axis_regions = 6;

std::uint8_t octant_of(const Eigen::Vector3d& c) {
  return static_cast<std::uint8_t>((c.x() >= 0 ? 1 : 0) | (c.y() >= 0 ? 2 : 0) |
                                   (c.z() >= 0 ? 4 : 0));
}

/// Half space 2 axis is the minus side, 2 axis + 1 the plus side.
bool octant_in_half_space(int octant, int half_space) {
  const int plus_bit = (octant >> (half_space / 2)) & 1;
  return plus_bit == half_space % 2;
}

}  // namespace

RegionSums::RegionSums(const ContactSurface& casting, std::vector<Region> user_regions)
    : user_regions_(std::move(user_regions)),
      first_membership_(static_cast<std::size_t>(casting.triangle_count()) + 1, 0),
      user_sums_(user_regions_.size()) {
  for (const Eigen::Vector3d& c : casting.centroids()) octant_.push_back(octant_of(c));
  for (const Region& region : user_regions_) {
    require_valid(region, casting);
    for (const int t : region.triangles) ++first_membership_[t + 1];
  }
  for (int t = 0; t < casting.triangle_count(); ++t) {
    first_membership_[t + 1] += first_membership_[t];
  }
  membership_.resize(static_cast<std::size_t>(first_membership_.back()));
  std::vector<int> next = first_membership_;
  for (std::size_t r = 0; r < user_regions_.size(); ++r) {
    for (const int t : user_regions_[r].triangles) membership_[next[t]++] = static_cast<int>(r);
  }
}

std::vector<RegionStatistics> RegionSums::empty_statistics() const {
  std::vector<RegionStatistics> statistics;
  for (const char* name : {"-x", "+x", "-y", "+y", "-z", "+z"}) statistics.push_back({name, {}});
  for (const Region& region : user_regions_) statistics.push_back({region.name, {}});
  return statistics;
}

void RegionSums::sum(std::span<const TriangleContact> contacts, ContactResult& result) {
  octant_sums_.fill({});
  std::fill(user_sums_.begin(), user_sums_.end(), ContactSums{});
  for (const TriangleContact& contact : contacts) {
    octant_sums_[octant_[contact.casting_triangle]].add(contact);
    add_to_user_regions(contact);
  }
  ContactSums total;
  for (const ContactSums& octant : octant_sums_) total.add(octant);
  result.total = statistics_of(total);
  for (int half_space = 0; half_space < k_axis_regions; ++half_space) {
    ContactSums sums;
    for (int octant = 0; octant < 8; ++octant) {
      if (octant_in_half_space(octant, half_space)) sums.add(octant_sums_[octant]);
    }
    result.regions[half_space].statistics = statistics_of(sums);
  }
  for (std::size_t r = 0; r < user_sums_.size(); ++r) {
    result.regions[k_axis_regions + r].statistics = statistics_of(user_sums_[r]);
  }
}

void RegionSums::add_to_user_regions(const TriangleContact& contact) {
  const int t = contact.casting_triangle;
  for (int i = first_membership_[t]; i < first_membership_[t + 1]; ++i) {
    user_sums_[membership_[i]].add(contact);
  }
}

}  // namespace condyle
