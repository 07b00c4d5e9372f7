#pragma once

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// How far pressure has passed a yield stress, over many results of a pair or more.
struct Yielding {
  double stress = 0;                  ///< yield_stress_of() [Pa]; 0: unknown
  double area = 0, contact_area = 0;  ///< the largest area beyond it, and all of that result [m^2]
  double peak = 0;                    ///< the greatest pressure beyond it in any result [Pa]

  bool any() const { return peak > 0; }

  /// Takes the pair's last result. Returns whether its area beyond is the largest so far.
  bool see(const ContactPair& pair);
};

}  // namespace condyle
