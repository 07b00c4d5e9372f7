#pragma once

#include "condyle/contact/contact_laws.h"
#include "core/src/contact/friction_curve.h"

namespace condyle {

/// The curve of a resolved() friction.
inline FrictionCurve curve_of(const Friction& friction) {
  return {friction.static_coefficient, friction.dynamic_coefficient, friction.stiction_speed,
          friction.friction_speed};
}

/// mu(v)/v [s/m], and the slope of mu(v) where it rises: see friction_curve.h.
inline double friction_coefficient_over_speed(const Friction& friction, double slip_speed) {
  return friction_coefficient_over_speed(curve_of(friction), slip_speed);
}
inline double rising_friction_slope(const Friction& friction, double slip_speed) {
  return rising_friction_slope(curve_of(friction), slip_speed);
}

}  // namespace condyle
