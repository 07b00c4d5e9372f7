// The modes of friction, and stiction without creep.
#include <catch2/catch.hpp>

#include "condyle/error.h"
#include "core/contact/contact_cases.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/linearised/stiction.h"

namespace condyle::test::stiction_tests {

namespace {

const Friction k_dynamic{
    .dynamic_coefficient = 0.3, .friction_speed = 4e-3, .mode = FrictionMode::dynamic_only};
const Friction k_sticking{.static_coefficient = 0.5,
                          .dynamic_coefficient = 0.3,
                          .stiction_speed = 2e-3,
                          .friction_speed = 5e-3,
                          .mode = FrictionMode::stiction};

}  // namespace

TEST_CASE("dynamic friction rises to its coefficient at the friction speed and stays",
          "[contact][friction]") {
  // The step from -mu_d at -v_d to mu_d at v_d, point by point: mu_d s (3 - s^2) / 2.
  for (const double s : {0.0, 0.1, 0.25, 0.5, 0.75, 0.99, 1.0}) {
    CHECK(friction_coefficient(k_dynamic, s * 4e-3) ==
          Approx(0.3 * s * (3 - s * s) / 2).epsilon(1e-14));
  }
  for (const double v : {4.1e-3, 8e-3, 1.0}) {
    CHECK(friction_coefficient(k_dynamic, v) == Approx(0.3).epsilon(1e-14));
  }
}

TEST_CASE("friction that is off is none, whatever its figures", "[contact][friction]") {
  Friction off = k_sticking;
  off.mode = FrictionMode::off;
  off.stiction_speed = -1;
  CHECK_NOTHROW(require_valid(off, "pad"));
  CHECK(friction_coefficient(off, 1e-3) == 0);
  ContactPair pair(surface(mesh::make_icosphere(30e-3, 3)), surface(plate()), {.friction = off});
  CHECK(pair.evaluate(translation(0, 0, -29e-3), {{}, {1, 0, 0}}).traction.empty());
}

TEST_CASE("what holds has the static coefficient, and falls to the dynamic one",
          "[contact][friction]") {
  for (const double v : {0.0, 1e-4, 2e-3})
    CHECK(holding_coefficient(curve_of(k_sticking), v) == 0.5);
  CHECK(holding_coefficient(curve_of(k_sticking), 3.5e-3) == Approx(0.4).epsilon(1e-14));
  for (const double v : {5e-3, 1.0}) CHECK(holding_coefficient(curve_of(k_sticking), v) == 0.3);
}

TEST_CASE("bristles are as stiff as the layers in shear", "[contact][friction]") {
  const Layer soft{5e6, 0.45, 3e-3}, hard{400e6, 0.3, 8e-3};
  const double soft_compliance = 3e-3 * 2 * 1.45 / 5e6, hard_compliance = 8e-3 * 2 * 1.3 / 400e6;
  ContactSettings settings{.lumped = false, .friction = k_sticking};
  CHECK(bristle_stiffness(soft, hard, settings) ==
        Approx(1 / (soft_compliance + hard_compliance)).epsilon(1e-14));
  settings.lumped = true;
  CHECK(bristle_stiffness(soft, hard, settings) ==
        Approx(202.5e6 / (2 * 1.375) / 11e-3).epsilon(1e-14));
  CHECK(bristle_stiffness(soft, soft, settings) ==
        Approx(1 / (2 * soft_compliance)).epsilon(1e-14));
  settings.friction.stick_stiffness = 7e8;
  CHECK(bristle_stiffness(soft, hard, settings) == 7e8);
}

TEST_CASE("a pose without a step has no friction by stiction", "[contact][friction]") {
  ContactPair pair(surface(mesh::make_icosphere(30e-3, 3)), surface(plate()),
                   {.friction = k_sticking});
  const ContactResult& result = pair.evaluate(translation(0, 0, -29e-3), {{}, {1, 0, 0}});
  REQUIRE(result.traction.size() > 10);
  for (const Vector3d& traction : result.traction) CHECK(traction.isZero(0));
}

TEST_CASE("friction of each mode is refused outside the range of what it uses",
          "[contact][friction]") {
  const auto refused = [](const Friction& friction, const char* word) {
    CHECK_THROWS_WITH(require_valid(friction, "pad on cup"),
                      Catch::Contains("pad on cup") && Catch::Contains(word));
  };
  CHECK_NOTHROW(require_valid(k_dynamic, "pad on cup"));
  CHECK_NOTHROW(require_valid(k_sticking, "pad on cup"));
  Friction friction = k_dynamic;
  friction.friction_speed = 0;
  refused(friction, "friction speed");
  friction = k_sticking;
  friction.stick_stiffness = -1;
  refused(friction, "stick stiffness");
  friction = k_sticking;
  friction.dynamic_coefficient = 0.6;
  refused(friction, "static friction");
}

}  // namespace condyle::test::stiction_tests
