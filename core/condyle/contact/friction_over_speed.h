#pragma once

#include <type_traits>

#include "condyle/contact/friction.h"
#include "condyle/simd/double4.h"

namespace condyle {

/// mu(v)/v [s/m], with its limit 1.5 mu_s / stiction_speed at v = 0: traction per pressure and
/// slip. `Number` is double, or Double4 for four speeds at once with the same bits. All pieces are
/// computed and one is chosen, without a branch: loops over triangles vectorise. Takes a friction
/// that is resolved().
template <class Number>
CONDYLE_INLINE Number friction_coefficient_over_speed(const Friction& friction, Number slip_speed) {
  static_assert(!std::is_integral_v<Number>);
  const double mu_s = friction.static_coefficient, mu_d = friction.dynamic_coefficient;
  const double v_s = friction.stiction_speed, v_d = friction.friction_speed;
  const Number none{};
  // The step that runs from -mu_s at -v_s to +mu_s at +v_s: mu_s s (3 - s^2) / 2 with s = v / v_s.
  const Number s = slip_speed / v_s;
  const Number sticking = mu_s * (3 - s * s) / (2 * v_s);
  // A cubic from 0 at x = 0 to 1 at x = 1, level at both ends.
  const Number x = (slip_speed - v_s) / (v_d - v_s);
  const Number falling = mu_s - (mu_s - mu_d) * (x * x * (3 - 2 * x));
  const Number mu = select(slip_speed >= v_d, none + mu_d, falling);
  const Number v = select(s <= 1, none + v_s, slip_speed);  // no division by 0
  return select(s <= 1, sticking, mu / v);
}

/// Slope of the coefficient by speed where it rises, else 0: what falls would make a matrix
/// indefinite.
template <class Number>
CONDYLE_INLINE Number rising_friction_slope(const Friction& friction, Number slip_speed) {
  const Number s = slip_speed / friction.stiction_speed, none{};
  const Number slope = 1.5 * friction.static_coefficient / friction.stiction_speed * (1 - s * s);
  return select(s >= 1, none, slope);
}

}  // namespace condyle
