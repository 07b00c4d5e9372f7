#pragma once

#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"
#include "core/src/contact/contact_sums.h"

namespace condyle {

/// Throws InputError naming the region and `surface` if a triangle does not exist or the list does
/// not ascend strictly.
void require_valid(const Region& region, const ContactSurface& surface);

/// Sums of a contact by the user's regions, which may overlap. Costs nothing without regions.
class RegionSums {
 public:
  /// Fixes the regions of each casting element. Throws InputError if a region is not valid.
  RegionSums(const ContactSurface& casting, std::vector<Region> user_regions);

  /// The regions by name, in the order of ContactResult::regions, with empty statistics.
  std::vector<RegionStatistics> empty_statistics() const;

  void begin();
  void add(const ContactBlock& block, bool has_friction);

  /// Fills the regions after the first six.
  void write(ContactResult& result) const;

 private:
  std::vector<Region> regions_;
  /// Per casting triangle, and one past the last: start of its regions in membership_.
  std::vector<int> first_membership_;
  std::vector<int> membership_;  ///< regions of each triangle, one after another
  std::vector<ContactSums> sums_;
};

}  // namespace condyle
