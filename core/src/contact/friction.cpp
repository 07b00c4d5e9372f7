#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/contact/contact_laws.h"
#include "condyle/error.h"
#include "core/src/contact/friction_over_speed.h"
#include "core/src/contact/resolved_friction.h"
#include "core/src/contact/user_call.h"

namespace condyle {
namespace {

void require(bool holds, const std::string& what, const char* name, double value,
             const char* range) {
  if (!holds || !std::isfinite(value)) {
    throw InputError(
        fmt::format("{}: {} = {} is out of range; give a value {}", what, name, value, range));
  }
}

}  // namespace

Friction resolved(const Friction& friction) {
  Friction result = friction;
  if (friction.mode == FrictionMode::dynamic_only) {
    result.mode = FrictionMode::on;
    result.static_coefficient = friction.dynamic_coefficient;
    result.stiction_speed = friction.friction_speed;
    result.friction_speed = 2 * friction.friction_speed;
  }
  if (friction.mode == FrictionMode::off) {
    result.mode = FrictionMode::on;
    result.static_coefficient = result.dynamic_coefficient = 0;
  }
  return result;
}

double friction_coefficient(const Friction& friction, double slip_speed) {
  return slip_speed * friction_coefficient_over_speed(resolved(friction), slip_speed);
}

double holding_coefficient(const Friction& friction, double slip_speed) {
  const double mu_s = friction.static_coefficient, mu_d = friction.dynamic_coefficient;
  const double v_s = friction.stiction_speed, v_d = friction.friction_speed;
  const double x = std::clamp((slip_speed - v_s) / (v_d - v_s), 0.0, 1.0);
  return mu_s - (mu_s - mu_d) * (x * x * (3 - 2 * x));
}

void require_valid(const Friction& friction, const std::string& what) {
  const double mu_s = friction.static_coefficient, mu_d = friction.dynamic_coefficient;
  const double v_s = friction.stiction_speed, v_d = friction.friction_speed;
  if (friction.mode == FrictionMode::off) return;
  if (friction.mode == FrictionMode::user) return require_valid(friction.user, what);
  require(mu_d >= 0, what, "dynamic friction coefficient", mu_d, "of at least 0");
  if (friction.mode == FrictionMode::dynamic_only) {
    require(v_d > 0, what, "friction speed", v_d, "above 0 in m/s");
    return;
  }
  require(mu_s >= mu_d, what, "static friction coefficient", mu_s,
          "of at least the dynamic coefficient");
  require(v_s > 0, what, "stiction speed", v_s, "above 0 in m/s");
  require(v_d > v_s, what, "friction speed", v_d, "above the stiction speed in m/s");
  require(friction.stick_stiffness >= 0, what, "stick stiffness", friction.stick_stiffness,
          "of at least 0 in Pa/m, 0 for that of the layers");
}

}  // namespace condyle
