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

/// Throws InputError naming `what` and the value that is out of its range.
void require_valid(const Friction& friction, const std::string& what);

}  // namespace condyle
