#include "core/src/contact/octant_sums.h"

#include <algorithm>

namespace condyle {
namespace {

constexpr int k_half_spaces = 6;

std::uint8_t octant_of(const Eigen::Vector3d& c) {
  return static_cast<std::uint8_t>((c.x() >= 0 ? 1 : 0) | (c.y() >= 0 ? 2 : 0) |
                                   (c.z() >= 0 ? 4 : 0));
}

/// Half space 2 axis is the minus side, 2 axis + 1 the plus side.
bool octant_in_half_space(int octant, int half_space) {
  const int plus_bit = (octant >> (half_space / 2)) & 1;
  return plus_bit == half_space % 2;
}

double largest(const double (&lanes)[8]) { return *std::max_element(lanes, lanes + 8); }

Double2 two_of(const double (&lanes)[2][8]) { return {lane_total(lanes[0]), lane_total(lanes[1])}; }

ContactSums sums_of(const OctantLanes& lanes, const ContactSums& friction) {
  ContactSums sums = friction;
  sums.count = lanes.count;
  sums.area_energy = {lane_total(lanes.area), lane_total(lanes.energy)};
  sums.value = two_of(lanes.value);
  sums.largest = {largest(lanes.largest[0]), largest(lanes.largest[1])};
  sums.weight = two_of(lanes.weight);
  const auto first = [&](int k) {
    return Double2(lane_total(lanes.first[0][k]), lane_total(lanes.first[1][k]));
  };
  sums.first_x = first(0), sums.first_y = first(1), sums.first_z = first(2);
  const auto wrench = [&](int k) {
    return Double2(lane_total(lanes.wrench[k]), lane_total(lanes.wrench[k + 1]));
  };
  sums.wrench0 -= wrench(0), sums.wrench1 -= wrench(2), sums.wrench2 -= wrench(4);
  return sums;
}

}  // namespace

OctantSums::OctantSums(const ContactSurface& casting) {
  octant_.reserve(casting.element_count());
  renew(casting);
}

void OctantSums::renew(const ContactSurface& casting) {
  octant_.clear();
  for (const Eigen::Vector3d& c : casting.centroids()) octant_.push_back(octant_of(c));
}

void OctantSums::begin() {
  if (!sums_) sums_ = std::make_unique<Sums>();
  Sums& all = *sums_;
  for (int octant = 0; octant < k_octants; ++octant) {
    if (all.lanes[octant].count == 0) continue;
    all.lanes[octant] = {};
    all.friction[octant] = {};
  }
}

void OctantSums::add(const ContactBlock& block, bool has_friction) {
  Sums& all = *sums_;
  alignas(64) ContactBlock::Column<double> octant;
  for (int i = 0; i < block.count; ++i) octant[i] = octant_[block.casting_triangle[i]];
  for (int i = block.count; i % 8 != 0; ++i) octant[i] = octant[i - 1];
  contact_kernels().add_to_octants(block, octant, all.lanes.data());
  if (!has_friction) return;
  for (int first = 0, last = 0; first < block.count; first = last) {
    while (last < block.count && octant[last] == octant[first]) ++last;
    all.friction[static_cast<int>(octant[first])].add_friction(block, first, last);
  }
}

void OctantSums::write(ContactResult& result) const {
  const Sums& all = *sums_;
  std::array<ContactSums, k_octants> octants;
  ContactSums total;
  for (int octant = 0; octant < k_octants; ++octant) {
    if (all.lanes[octant].count == 0) continue;
    octants[octant] = sums_of(all.lanes[octant], all.friction[octant]);
    total.add(octants[octant]);
  }
  // The statistics are empty already.
  if (total.count == 0 && result.total.n_contacting == 0) return;
  result.total = statistics_of(total);
  for (int half_space = 0; half_space < k_half_spaces; ++half_space) {
    ContactSums sums;
    for (int octant = 0; octant < k_octants; ++octant)
      if (octant_in_half_space(octant, half_space) && octants[octant].count > 0)
        sums.add(octants[octant]);
    result.regions[half_space].statistics = statistics_of(sums);
  }
}

}  // namespace condyle
