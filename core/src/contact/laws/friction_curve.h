#pragma once

#include <algorithm>

#include "core/src/simd/compiler.h"
#include "core/src/simd/one_lane.h"

namespace condyle {

/// The coefficients and speeds of a resolved() Friction as plain numbers, for kernels
/// (simd/lanes.h).
struct FrictionCurve {
  double static_coefficient, dynamic_coefficient;
  double stiction_speed, friction_speed;  ///< [m/s]
};

/// The coefficient at a part x of the speeds from the stiction speed (0) to the friction speed (1):
/// a cubic from the static to the dynamic one, level at both ends.
template <class Number>
CONDYLE_INLINED Number falling_coefficient(const FrictionCurve& curve, const Number& x) {
  const double mu_s = curve.static_coefficient, mu_d = curve.dynamic_coefficient;
  return mu_s - (mu_s - mu_d) * (x * x * (3 - 2 * x));
}

/// mu(v)/v [s/m], the traction per pressure and slip speed, with its limit 1.5 mu_s /
/// stiction_speed at v = 0. `Number` is double, or lanes that give the same bits. Computes all
/// pieces and selects one, without a branch.
template <class Number>
CONDYLE_INLINED Number friction_coefficient_over_speed(const FrictionCurve& curve,
                                                       const Number& slip_speed) {
  const double mu_s = curve.static_coefficient, mu_d = curve.dynamic_coefficient;
  const double v_s = curve.stiction_speed, v_d = curve.friction_speed;
  const Number none{}, one = none + 1;
  // A step from -mu_s at -v_s to +mu_s at +v_s: mu_s s (3 - s^2) / 2 with s = v / v_s.
  const Number s = slip_speed / v_s;
  const Number sticking = mu_s * (3 - s * s) / (2 * v_s);
  const Number falling = falling_coefficient<Number>(curve, (slip_speed - v_s) / (v_d - v_s));
  const Number mu = select_up_to(none + v_d, slip_speed, none + mu_d, falling);
  const Number v = select_up_to(s, one, none + v_s, slip_speed);  // no division by 0
  return select_up_to(s, one, sticking, mu / v);
}

/// The coefficient of the greatest traction of what holds until it slips: the static one up to the
/// stiction speed, beyond which it falls as above.
inline double holding_coefficient(const FrictionCurve& curve, double slip_speed) {
  const double v_s = curve.stiction_speed, v_d = curve.friction_speed;
  return falling_coefficient(curve, std::clamp((slip_speed - v_s) / (v_d - v_s), 0.0, 1.0));
}

/// Slope of the coefficient by speed, negative where it falls.
template <class Number>
CONDYLE_INLINED Number friction_slope(const FrictionCurve& curve, const Number& slip_speed) {
  const double mu_s = curve.static_coefficient, mu_d = curve.dynamic_coefficient;
  const double v_s = curve.stiction_speed, v_d = curve.friction_speed;
  const Number none{}, one = none + 1, s = slip_speed / v_s;
  const Number rising = 1.5 * mu_s / v_s * (1 - s * s);
  const Number x = (slip_speed - v_s) / (v_d - v_s);
  const Number falling = select_up_to(one, x, none, 6 * (mu_d - mu_s) / (v_d - v_s) * x * (1 - x));
  return select_up_to(s, one, rising, falling);
}

}  // namespace condyle
