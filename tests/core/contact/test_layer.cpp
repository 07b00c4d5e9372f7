#include <catch2/catch.hpp>
#include <limits>

#include "condyle/contact/layer.h"
#include "condyle/error.h"

namespace condyle::test::layer_tests {

TEST_CASE("constrained modulus is bulk modulus plus 4/3 shear modulus", "[contact][layer]") {
  const double nu = GENERATE(-0.9, -0.3, 0.0, 0.3, 0.46, 0.4999);
  const double E = 463e6;
  const double bulk = E / (3 * (1 - 2 * nu)), shear = E / (2 * (1 + nu));
  CHECK(constrained_modulus(E, nu) == Approx(bulk + 4 * shear / 3).epsilon(1e-12));
}

TEST_CASE("constrained modulus of polyethylene", "[contact][layer]") {
  CHECK(constrained_modulus(463e6, 0.46) == Approx(2140.6e6).epsilon(2e-5));  // five digits given
}

TEST_CASE("a layer outside its range is refused by name", "[contact][layer]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_NOTHROW(require_valid(Layer{463e6, 0.46, 0.008}, "insert"));
  for (const double E : {0.0, -1.0, nan, infinity}) {
    CHECK_THROWS_WITH(require_valid(Layer{E, 0.46, 0.008}, "insert"),
                      Catch::Contains("insert") && Catch::Contains("elastic modulus"));
  }
  for (const double nu : {0.5, -1.0, 0.7, nan}) {
    CHECK_THROWS_WITH(require_valid(Layer{463e6, nu, 0.008}, "insert"), Catch::Contains("Poisson"));
  }
  for (const double h : {0.0, -0.008, nan, infinity}) {
    CHECK_THROWS_AS(require_valid(Layer{463e6, 0.46, h}, "insert"), InputError);
  }
}

}  // namespace condyle::test::layer_tests
