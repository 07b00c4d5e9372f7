#include <catch2/catch.hpp>

#include "core/collision/random_geometry.h"
#include "core/src/collision/motion_bound.h"
#include "support/few_or_all.h"

namespace condyle::test::motion_bound_tests {
namespace {

using test::RandomGeometry;

/// The largest displacement among many points on the surface of the ball.
double farthest(RandomGeometry& random, const Pose& before, const Pose& now, const Ball& ball) {
  double most = 0;
  for (int i = 0; i < 200; ++i) {
    const Eigen::Vector3d point = ball.center + ball.radius * random.direction();
    most = std::max(most, (now * point - before * point).norm());
  }
  return most;
}

}  // namespace

TEST_CASE("No point of a ball goes farther than its bound, and the bound is near", "[rounds]") {
  const unsigned seed = GENERATE(range(1u, few_or_all(2u, 4u)));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  for (int i = 0; i < 300; ++i) {
    const double size = std::pow(10, random.uniform(-12, 1));
    const Pose before = random.pose(M_PI, 3);
    const Pose now = random.pose(size, size) * before;
    const Ball ball{random.vector(2), random.uniform(0, 2)};
    const RigidMotion motion = motion_between(before, now, 4);
    const double most = farthest(random, before, now, ball);
    CHECK(displacement(motion, ball) >= most);
    // Points on the far side of the axis move least: at worst the sum of the parts is twice the
    // largest.
    CHECK(displacement(motion, ball) <= 3 * most + 4 * motion.rounding + 1e-11);
  }
}

TEST_CASE("A motion that is a number's last place is bounded too") {
  Pose before = Pose::Identity();
  before.translation() = Eigen::Vector3d(1, 2, 3);
  for (const double step : {5e-324, 1e-300, 0x1p-52}) {
    Pose now = before;
    now.translation().x() += step;
    CHECK(displacement(motion_between(before, now, 1), {}) > 0);
    CHECK(displacement(motion_between(before, now, 1), {}) >= now.translation().x() - 1);
  }
}

}  // namespace condyle::test::motion_bound_tests
