// Roots and elliptic integrals.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "core/collision/random_geometry.h"
#include "core/src/geometry/elliptic_integrals.h"
#include "core/src/geometry/polynomial_roots.h"

namespace condyle::test::numerics_tests {

using namespace geometry;

TEST_CASE("all simple roots of a polynomial are found", "[geometry]") {
  test::RandomGeometry random(50);
  for (int i = 0; i < 3000; ++i) {
    const int degree = random.integer(1, k_highest_degree);
    std::vector<double> roots;
    for (int k = 0; k < degree; ++k) roots.push_back(random.uniform(-2, 2));
    std::sort(roots.begin(), roots.end());
    double closest = 1;
    for (int k = 1; k < degree; ++k) closest = std::min(closest, roots[k] - roots[k - 1]);
    if (closest < 0.02) continue;
    std::vector<double> c{random.uniform(0.5, 2)};
    for (const double root : roots) {
      c.push_back(0);
      for (std::size_t k = c.size() - 1; k > 0; --k) c[k] = c[k - 1] - root * c[k];
      c[0] *= -root;
    }
    const PolynomialRoots found = roots_between(c, -2, 2);
    REQUIRE(found.count == degree);
    for (int k = 0; k < degree; ++k) CHECK(std::abs(found.at[k] - roots[k]) <= 1e-7);
    const PolynomialRoots right = roots_between(c, 0, 2);
    CHECK(right.count == std::count_if(roots.begin(), roots.end(), [](double r) { return r > 0; }));
  }
  CHECK(roots_between(std::array{1.0, 0.0, 1.0}, -9, 9).count == 0);
  CHECK(roots_between(std::array{0.0, 0.0, 0.0}, -9, 9).count == 0);
  CHECK(roots_between(std::array{-4.0, 0.0, 1.0, 0.0}, -2, 2).count == 2);  // at both ends
}

TEST_CASE("Carlson's integrals: DLMF's values and the complete Legendre integrals", "[geometry]") {
  // Carlson 1995, section 3: R_F(1, 2, 0), R_D(0, 2, 1), R_G(0, 16, 16), R_G(2, 3, 4).
  CHECK(carlson_rf(1, 2, 0) == Approx(1.3110287771460599).epsilon(1e-14));
  CHECK(carlson_rd(0, 2, 1) == Approx(1.7972103521033883).epsilon(1e-14));
  CHECK(carlson_rg(0, 16, 16) == Approx(std::numbers::pi).epsilon(1e-14));
  CHECK(carlson_rg(2, 3, 4) == Approx(1.7255030280692277).epsilon(1e-14));
  for (const double k : {0.1, 0.5, 0.9, 0.999}) {
    const double kc = 1 - k * k;
    CHECK(carlson_rf(0, kc, 1) == Approx(std::comp_ellint_1(k)).epsilon(1e-13));
    CHECK(2 * carlson_rg(0, kc, 1) == Approx(std::comp_ellint_2(k)).epsilon(1e-13));
    CHECK(std::comp_ellint_1(k) - k * k / 3 * carlson_rd(0, kc, 1) ==
          Approx(std::comp_ellint_2(k)).epsilon(1e-13));
  }
}

}  // namespace condyle::test::numerics_tests
