#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Adds up contact for the whole casting surface, the six half spaces and the user's regions in one
/// pass. The half spaces overlap, but each is made of four of the eight octants, so a triangle is
/// added to its octant alone.
class RegionSums {
 public:
  /// Which triangles belong where is settled here. Throws InputError where a region is not valid
  /// (see regions.h).
  RegionSums(const ContactSurface& casting, std::vector<Region> user_regions);

  /// Names, in the order of ContactResult::regions, with empty statistics.
  std::vector<RegionStatistics> empty_statistics() const;

  /// Fills total and regions. Allocates nothing.
  void sum(std::span<const TriangleContact> contacts, ContactResult& result);

 private:
  void add_to_user_regions(const TriangleContact& contact);

  std::vector<std::uint8_t> octant_;  ///< per casting triangle: bits x, y, z >= 0
  std::vector<Region> user_regions_;
  std::vector<int> first_membership_;  ///< per casting triangle + 1: where its regions start
  std::vector<int> membership_;        ///< user regions of each triangle, one after another
  std::array<ContactSums, 8> octant_sums_;
  std::vector<ContactSums> user_sums_;
};

}  // namespace condyle
