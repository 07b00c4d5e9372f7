#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "condyle/contact/contact_kernels.h"
#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_sums.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Sums of the contact by octant of the casting frame, of which the whole and the six half spaces,
/// four octants each, are made in the end.
class OctantSums {
 public:
  explicit OctantSums(const ContactSurface& casting);

  /// Looks anew where the triangles of the same surface lie.
  void renew(const ContactSurface& casting);

  void begin();
  void add(const ContactBlock& block, bool has_friction);

  /// Fills the total and the first six regions, -x +x -y +y -z +z (see regions.h).
  void write(ContactResult& result) const;

 private:
  static constexpr int k_octants = 8;

  ContactSums sums_of(int octant) const;

  std::vector<std::uint8_t> octant_;  ///< per casting triangle: bits x, y, z >= 0
  std::array<OctantLanes, k_octants> lanes_ = {};
  std::array<ContactSums, k_octants> friction_;  ///< where there is any
};

}  // namespace condyle
