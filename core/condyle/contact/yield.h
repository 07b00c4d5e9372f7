#pragma once

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// The pressure that a contact of two layers bears elastically [Pa]: the lesser of their yield
/// stresses, of those that are known; 0 if neither is. Beyond it the layers may flow, and pressures
/// of an elastic law are too high. In a contact flow begins beneath the surface, at a peak of 1.6
/// times the yield stress in Hertz's (Johnson 1985, sec. 6.1), so that below it there is none.
double yield_stress_of(const Layer& casting, const Layer& target);

/// Area of the casting side whose pressure is above `pressure` [Pa] in the pair's last result, a
/// part of the total's contact_area [m^2].
double area_above(const ContactPair& pair, double pressure);

}  // namespace condyle
