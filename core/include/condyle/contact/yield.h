#pragma once

#include "condyle/contact/layer.h"

namespace condyle {

class ContactPair;

/// The pressure beyond which a layer of the two may flow [Pa], and pressures of an elastic law may
/// be too high: the lesser of the yield stresses that are known; 0 (unknown) if none is, or if that
/// of the softer layer is not, which would flow first. A rigid side does not count. In a contact
/// without friction flow begins beneath the surface, at a peak of 1.6 times the yield stress in
/// Hertz's for nu = 0.3 and 1.8 times for 0.46 (Johnson 1985, sec. 6.1), so that there is none at
/// pressures below the yield stress.
double yield_stress_of(const Layer& casting, const Layer& target);

/// Area of the casting side whose pressure is above `pressure` [Pa] in the pair's last result, a
/// part of the total's contact_area [m^2].
double area_above(const ContactPair& pair, double pressure);

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
