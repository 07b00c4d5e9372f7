#pragma once

#include <string>

namespace condyle {

/// Coulomb friction, regularised about zero slip: the coefficient rises from 0 at rest to
/// `static_coefficient` at `stiction_speed`, falls to `dynamic_coefficient` at `friction_speed` and
/// stays there; both pieces are cubic steps (the law of ADAMS and MotionSolve). A body on an
/// incline therefore creeps, slower than `stiction_speed`.
struct Friction {
  double static_coefficient = 0;   ///< >= dynamic_coefficient
  double dynamic_coefficient = 0;  ///< >= 0
  double stiction_speed = 1e-3;    ///< [m/s], > 0
  double friction_speed = 1.5e-3;  ///< [m/s], > stiction_speed
};

/// mu(v) at slip speed v >= 0 [m/s].
double friction_coefficient(const Friction& friction, double slip_speed);

/// mu(v)/v [s/m], with its limit 1.5 mu_s / stiction_speed at v = 0: traction per pressure and
/// slip. All pieces are computed and one is chosen, without a branch: loops over triangles
/// vectorise.
inline double friction_coefficient_over_speed(const Friction& friction, double slip_speed) {
  const auto [mu_s, mu_d, v_s, v_d] = friction;
  // The step that runs from -mu_s at -v_s to +mu_s at +v_s: mu_s s (3 - s^2) / 2 with s = v / v_s.
  const double s = slip_speed / v_s;
  const double sticking = mu_s * (3 - s * s) / (2 * v_s);
  // A cubic from 0 at x = 0 to 1 at x = 1, level at both ends.
  const double x = (slip_speed - v_s) / (v_d - v_s);
  const double falling = mu_s - (mu_s - mu_d) * (x * x * (3 - 2 * x));
  const double mu = slip_speed >= v_d ? mu_d : falling;
  const double v = s <= 1 ? v_s : slip_speed;  // no division by 0
  return s <= 1 ? sticking : mu / v;
}

/// Throws InputError naming `what` and the value that is out of its range.
void require_valid(const Friction& friction, const std::string& what);

}  // namespace condyle
