#pragma once

#include "condyle/contact/contact_laws.h"

namespace condyle {

/// The friction without modes `dynamic_only` and `off`: the first becomes mode `on` with two equal
/// coefficients, the second mode `on` with coefficients of 0. Inner loops use this form.
Friction resolved(const Friction& friction);

/// Whether a resolved() friction resists slip.
inline bool rubs(const Friction& friction) {
  return friction.static_coefficient > 0 || friction.mode == FrictionMode::user;
}

inline bool is_sticking(const Friction& friction) {
  return friction.mode == FrictionMode::stiction && friction.static_coefficient > 0;
}

/// Mode `stiction`: the coefficient of the greatest traction for slip speed v >= 0 [m/s].
double holding_coefficient(const Friction& friction, double slip_speed);

}  // namespace condyle
