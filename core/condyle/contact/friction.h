#pragma once

#include <string>

#include "condyle/contact/user_function.h"

namespace condyle {

/// What a pair rubs by. The first three are MotionSolve's and ADAMS' (Force_Contact: COULOMB_ON,
/// COULOMB_DYNAMICONLY, COULOMB_OFF): tractions that follow from the slip speed of the moment.
enum class FrictionMode {
  on,            ///< static and dynamic coefficient
  dynamic_only,  ///< the dynamic coefficient alone, reached at friction_speed
  off,
  /// True stiction: the layers hold on to one another and shear elastically, until Coulomb's limit
  /// tears them loose. It remembers, so it needs an engine's steps: see bristles.h.
  stiction,
  user,  ///< a function of the user's: user_function.h; the figures below count for nothing
};

/// Coulomb friction. Where it is on it is regularised about zero slip: the coefficient rises from 0
/// at rest to `static_coefficient` at `stiction_speed`, falls to `dynamic_coefficient` at
/// `friction_speed` and stays there; both pieces are cubic steps (the law of ADAMS and
/// MotionSolve). A body on an incline therefore creeps, slower than `stiction_speed`. With dynamic
/// friction only it rises from 0 to `dynamic_coefficient` at `friction_speed`, and the other two
/// count for nothing. With stiction the coefficient is `static_coefficient` up to `stiction_speed`
/// and falls from there on as above; a body on an incline does not creep.
struct Friction {
  double static_coefficient = 0;   ///< >= dynamic_coefficient; 0: no friction
  double dynamic_coefficient = 0;  ///< >= 0
  double stiction_speed = 1e-3;    ///< [m/s], > 0
  double friction_speed = 1.5e-3;  ///< [m/s], > stiction_speed
  FrictionMode mode = FrictionMode::on;

  /// With stiction: traction per shear of the two surfaces [Pa/m]; 0: that of the layers.
  double stick_stiffness = 0;

  std::shared_ptr<const UserFrictionLaw> user = {};

  bool operator==(const Friction&) const = default;
};

/// The friction as `on` or `stiction` has it: dynamic friction only becomes two equal coefficients,
/// off becomes coefficients of 0. What works with friction in a loop takes this one.
Friction resolved(const Friction& friction);

/// Whether a friction that is resolved() resists any slip.
inline bool rubs(const Friction& friction) {
  return friction.static_coefficient > 0 || friction.mode == FrictionMode::user;
}

inline bool is_sticking(const Friction& friction) {
  return friction.mode == FrictionMode::stiction && friction.static_coefficient > 0;
}

/// mu(v) of the regularised modes at slip speed v >= 0 [m/s].
double friction_coefficient(const Friction& friction, double slip_speed);

/// With stiction: the coefficient of the greatest traction at slip speed v >= 0 [m/s].
double holding_coefficient(const Friction& friction, double slip_speed);

/// Throws InputError naming `what` and the value that is out of its range.
void require_valid(const Friction& friction, const std::string& what);

}  // namespace condyle
