#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/contact/contact_laws.h"
#include "condyle/error.h"
#include "core/src/contact/laws/friction_description.h"

namespace condyle::test::friction_tests {

namespace {
const Friction k_friction{.static_coefficient = 0.5,
                          .dynamic_coefficient = 0.3,
                          .stiction_speed = 2e-3,
                          .friction_speed = 5e-3};
}

TEST_CASE("friction rises, falls and stays as the STEP law says", "[contact][friction]") {
  const auto mu = [](double v) { return friction_coefficient(k_friction, v); };
  CHECK(mu(0) == 0);
  CHECK(mu(1e-3) == Approx(0.5 * 0.5 * (3 - 0.25) / 2).epsilon(1e-14));
  CHECK(mu(2e-3) == Approx(0.5).epsilon(1e-14));
  CHECK(mu(3.5e-3) == Approx(0.4).epsilon(1e-14));  // halfway down the symmetric step
  CHECK(mu(5e-3) == Approx(0.3).epsilon(1e-14));
  CHECK(mu(10) == Approx(0.3).epsilon(1e-14));
}

TEST_CASE("the slope of friction is continuous where its pieces meet", "[contact][friction]") {
  const double v = GENERATE(2e-3, 5e-3);
  const double step = 1e-9;
  const double left =
      friction_coefficient(k_friction, v) - friction_coefficient(k_friction, v - step);
  const double right =
      friction_coefficient(k_friction, v + step) - friction_coefficient(k_friction, v);
  CHECK(std::abs(left) / step < 1e-3);  // level: a kink would show the piece's slope of about 100
  CHECK(std::abs(right) / step < 1e-3);
}

TEST_CASE("friction over speed has its limit at rest", "[contact][friction]") {
  CHECK(friction_coefficient_over_speed(curve_of(k_friction), 0.0) ==
        Approx(1.5 * 0.5 / 2e-3).epsilon(1e-14));
}

TEST_CASE("an incline's creep speed follows from the regularised law", "[contact][friction]") {
  // s (3 - s^2) / 2 = tan(alpha) / mu_s has the root s for the ratio beside it (five digits).
  const auto [s, ratio] = GENERATE(table<double, double>({{0.34730, 0.5}, {0.72930, 0.9}}));
  const double speed = s * k_friction.stiction_speed;
  CHECK(friction_coefficient(k_friction, speed) / 0.5 == Approx(ratio).margin(1e-5));
}

TEST_CASE("friction outside its range is refused", "[contact][friction]") {
  const auto refused = [](const Friction& friction, const char* word) {
    CHECK_THROWS_WITH(require_valid(friction, "pad on cup"),
                      Catch::Contains("pad on cup") && Catch::Contains(word));
  };
  CHECK_NOTHROW(require_valid(k_friction, "pad on cup"));
  refused({.static_coefficient = 0.1, .dynamic_coefficient = 0.2}, "static friction");
  refused({.static_coefficient = 0.1, .dynamic_coefficient = -0.2}, "dynamic friction");
  refused({.stiction_speed = 0}, "stiction speed");
  refused({.stiction_speed = 1, .friction_speed = 1}, "friction speed");
}

TEST_CASE("each mode of friction checks what its row names, and nothing else",
          "[contact][friction]") {
  const auto at = GENERATE(range(0, static_cast<int>(friction_modes().size())));
  const FrictionDescription& row = friction_modes()[static_cast<std::size_t>(at)];
  if (row.mode == FrictionMode::user) return;  // its parameters are the library's
  CAPTURE(row.meaning);
  Friction valid = k_friction;
  valid.mode = row.mode;
  CHECK_NOTHROW(require_valid(valid, "pad"));
  for (const FrictionParameter* parameter : friction_parameters()) {
    CAPTURE(parameter->name);
    Friction bad = valid;
    bad.*parameter->value = std::nan("");
    const bool is_used = std::ranges::any_of(
        row.parameters, [&](const FrictionParameter& p) { return p.value == parameter->value; });
    if (is_used && row.acts)
      CHECK_THROWS_WITH(require_valid(bad, "pad"), Catch::Contains(parameter->title));
    else
      CHECK_NOTHROW(require_valid(bad, "pad"));
  }
}

}  // namespace condyle::test::friction_tests
