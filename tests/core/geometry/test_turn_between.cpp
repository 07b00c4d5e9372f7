#include <Eigen/LU>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/collision/random_geometry.h"
#include "core/src/geometry/turn_between.h"

namespace condyle::test::turn_between_tests {

using namespace geometry;
using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Two half turns, each of nine sums of two products of order 1, multiplied.
constexpr double k_rounding = 5e-15;

void check_turn(const Vector3d& from, const Vector3d& to, double tolerance) {
  const Matrix3d R = turn_between(from, to);
  CHECK((R * R.transpose() - Matrix3d::Identity()).norm() < k_rounding);
  CHECK(R.determinant() > 0);
  CHECK((R * from.normalized() - to.normalized()).norm() < tolerance);
}

TEST_CASE("a turn between random directions is the shortest", "[geometry]") {
  RandomGeometry random(3107);
  for (int i = 0; i < 200; ++i) {
    const Vector3d from = random.uniform(0.1, 10) * random.direction();
    const Vector3d to = random.uniform(0.1, 10) * random.direction();
    check_turn(from, to, 1e-12);  // roundings grow by 1 / sin where the turn is nearly half a turn
    const double angle = std::acos(std::clamp((turn_between(from, to).trace() - 1) / 2, -1., 1.));
    CHECK(angle == Approx(std::acos(from.normalized().dot(to.normalized()))).margin(1e-7));
  }
}

TEST_CASE("a turn between opposite or equal directions is a rotation", "[geometry]") {
  RandomGeometry random(3108);
  for (int i = 0; i < 50; ++i) {
    const Vector3d from = random.direction(), across = from.unitOrthogonal();
    check_turn(from, from, k_rounding);
    check_turn(from, -from, k_rounding);
    // Directions that count as opposite deviate by up to 1e-6.
    check_turn(from, across * 1e-7 - from, 1e-6);
    check_turn(from, across * 1e-5 - from, 1e-9);
  }
}

}  // namespace condyle::test::turn_between_tests
