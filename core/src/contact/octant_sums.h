#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"
#include "core/src/contact/contact_kernels.h"
#include "core/src/contact/contact_sums.h"

namespace condyle {

/// Sums of a contact by octant of the casting frame. They add up to the total and to the six half
/// spaces of four octants each.
class OctantSums {
 public:
  explicit OctantSums(const ContactSurface& casting);

  /// Finds the octants of the triangles again after the surface has moved.
  void renew(const ContactSurface& casting);

  void begin();
  void add(const ContactBlock& block, bool has_friction);

  /// Fills the total and the first six regions, -x +x -y +y -z +z (see axis_regions).
  void write(ContactResult& result) const;

 private:
  static constexpr int k_octants = 8;
  struct Sums {
    std::array<OctantLanes, k_octants> lanes = {};
    std::array<ContactSums, k_octants> friction;  ///< sums of friction, if there is any
  };

  std::vector<std::uint8_t> octant_;  ///< per casting triangle: bits 0, 1, 2 are x, y, z >= 0
  std::unique_ptr<Sums> sums_;        ///< made when they are first needed
};

}  // namespace condyle
