#pragma once

#include <vector>

#include "condyle/contact/contact_pair.h"

namespace condyle {

struct RangeFault;

/// How far pressure has passed the yield stress of the layers, over many results of one or several
/// pairs. Part of RangeWatch.
struct Yielding {
  double stress = 0;                  ///< yield_stress_of() where `area` was found [Pa]
  double area = 0, contact_area = 0;  ///< largest area above it, and contact area then [m^2]
  double peak = 0;                    ///< greatest pressure above it in any result [Pa]

  bool any() const { return peak > 0; }

  /// Adds the pair's last result. Returns whether its area above the stress is the largest so far.
  bool observe(const ContactPair& pair);
  /// Adds results of their own. Returns as observe().
  bool add(const Yielding& other);

  /// Appends "beyond_yield", or nothing.
  void add_faults(std::vector<RangeFault>& faults) const;
};

}  // namespace condyle
