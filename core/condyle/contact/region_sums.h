#pragma once

#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_sums.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Sums of the contact by the user's regions, which may overlap. Where there are none it costs
/// nothing.
class RegionSums {
 public:
  /// Which triangles belong where is settled here. Throws InputError where a region is not valid
  /// (see regions.h).
  RegionSums(const ContactSurface& casting, std::vector<Region> user_regions);

  /// Names, in the order of ContactResult::regions, with empty statistics.
  std::vector<RegionStatistics> empty_statistics() const;

  void begin();
  void add(const ContactBlock& block, bool has_friction);

  /// Fills the regions behind the first six.
  void write(ContactResult& result) const;

 private:
  std::vector<Region> regions_;
  std::vector<int> first_membership_;  ///< per casting triangle + 1: where its regions start
  std::vector<int> membership_;        ///< regions of each triangle, one after another
  std::vector<ContactSums> sums_;
};

}  // namespace condyle
