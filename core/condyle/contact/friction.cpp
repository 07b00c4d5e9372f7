#include "condyle/contact/friction.h"

#include <fmt/core.h>

#include <cmath>

#include "condyle/contact/friction_over_speed.h"
#include "condyle/error.h"

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

double friction_coefficient(const Friction& friction, double slip_speed) {
  return slip_speed * friction_coefficient_over_speed(friction, slip_speed);
}

void require_valid(const Friction& friction, const std::string& what) {
  const auto [mu_s, mu_d, v_s, v_d] = friction;
  require(mu_d >= 0, what, "dynamic friction coefficient", mu_d, "of at least 0");
  require(mu_s >= mu_d, what, "static friction coefficient", mu_s,
          "of at least the dynamic coefficient");
  require(v_s > 0, what, "stiction speed", v_s, "above 0 in m/s");
  require(v_d > v_s, what, "friction speed", v_d, "above the stiction speed in m/s");
}

}  // namespace condyle
