#pragma once

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// How far pressure has passed a yield stress, over many results of one or several pairs.
struct Yielding {
  double stress = 0;                  ///< yield_stress_of() [Pa]; 0: unknown
  double area = 0, contact_area = 0;  ///< largest area above `stress`, and contact area then [m^2]
  double peak = 0;                    ///< greatest pressure above `stress` in any result [Pa]

  bool any() const { return peak > 0; }

  /// Adds the pair's last result. Returns whether its area above `stress` is the largest so far.
  bool see(const ContactPair& pair);
};

}  // namespace condyle
