#pragma once

#include <memory>
#include <string>

#include "condyle/contact/user_function.h"

namespace condyle {

/// Kinds of friction. The first three are those of MotionSolve and ADAMS (Force_Contact:
/// COULOMB_ON, COULOMB_DYNAMICONLY, COULOMB_OFF), with tractions that follow from the current slip
/// speed.
enum class FrictionMode {
  on,            ///< static and dynamic coefficients
  dynamic_only,  ///< only the dynamic coefficient, reached at friction_speed
  off,
  /// True stiction: the layers stick to one another and shear elastically up to Coulomb's limit. It
  /// has a state, so it needs the steps of an engine: see bristles.h.
  stiction,
  user,  ///< a function of the user (user_function.h); coefficients and speeds are ignored
};

/// Coulomb friction. Mode `on` is regularised around zero slip: the coefficient rises from 0 at
/// rest to `static_coefficient` at `stiction_speed`, falls to `dynamic_coefficient` at
/// `friction_speed` and stays there; both pieces are cubic steps (the law of ADAMS and
/// MotionSolve). A body on an incline therefore creeps, slower than `stiction_speed`. In mode
/// `dynamic_only` the coefficient rises from 0 to `dynamic_coefficient` at `friction_speed`;
/// `static_coefficient` and `stiction_speed` are ignored. In mode `stiction` the coefficient is
/// `static_coefficient` up to `stiction_speed` and falls beyond it as in mode `on`; a body on an
/// incline does not creep.
struct Friction {
  double static_coefficient = 0;   ///< >= dynamic_coefficient; 0: no friction
  double dynamic_coefficient = 0;  ///< >= 0
  double stiction_speed = 1e-3;    ///< [m/s], > 0
  double friction_speed = 1.5e-3;  ///< [m/s], > stiction_speed
  FrictionMode mode = FrictionMode::on;

  /// Mode `stiction`: traction per shear displacement of the two surfaces [Pa/m]; 0: stiffness of
  /// the layers.
  double stick_stiffness = 0;

  std::shared_ptr<const UserFrictionLaw> user = {};

  bool operator==(const Friction&) const = default;
};

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

/// mu(v) of the regularised modes for slip speed v >= 0 [m/s].
double friction_coefficient(const Friction& friction, double slip_speed);

/// Mode `stiction`: the coefficient of the greatest traction for slip speed v >= 0 [m/s].
double holding_coefficient(const Friction& friction, double slip_speed);

/// Throws InputError naming `what` and the value if a value is out of range.
void require_valid(const Friction& friction, const std::string& what);

}  // namespace condyle
