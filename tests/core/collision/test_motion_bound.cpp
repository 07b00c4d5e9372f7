#include <catch2/catch.hpp>

#include "condyle/collision/motion_bound.h"
#include "condyle/collision/ray_cluster.h"
#include "core/collision/random_geometry.h"

namespace condyle::test::motion_bound_tests {
namespace {

using test::RandomGeometry;

/// Farthest that points of the ball go, by trying many on its surface.
double farthest(RandomGeometry& random, const Pose& before, const Pose& now, const Ball& ball) {
  double most = 0;
  for (int i = 0; i < 200; ++i) {
    const Eigen::Vector3d point = ball.center + ball.radius * random.direction();
    most = std::max(most, (now * point - before * point).norm());
  }
  return most;
}

}  // namespace

TEST_CASE("No point of a ball goes farther than its bound, and the bound is near") {
  const unsigned seed = GENERATE(range(1u, 4u));
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
    // Points on the far side of the axis move least: at worst the parts' sum is twice the most.
    CHECK(displacement(motion, ball) <= 3 * most + 4 * motion.rounding + 1e-11);
  }
}

TEST_CASE(
    "No point of a cluster's rays goes farther than its bounds, along the mean ray and at all") {
  const unsigned seed = GENERATE(range(1u, 4u));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  for (int i = 0; i < 300; ++i) {
    const double size = std::pow(10, random.uniform(-12, 1)), lean = random.uniform(0, 0.7);
    const Pose before = random.pose(M_PI, 3);
    const Pose now = random.pose(size, size) * before;
    const double length = random.uniform(0, 1);
    RayCluster rays;
    rays.axes_C = random.pose(M_PI, 0).linear();
    rays.center_C = random.vector(2);
    rays.half_size = random.vector(1).cwiseAbs();
    rays.radius = rays.half_size.norm();
    rays.lean_x = rays.lean_y = lean;
    const RigidMotion motion = motion_between(before, now, 6);
    const auto [along, whole] = ray_displacement(motion, rays, length, before);
    const Eigen::Vector3d axis_T = before.linear() * rays.axes_C.col(2);
    for (int j = 0; j < 100; ++j) {
      const auto within = [&](double most) { return random.uniform(-most, most); };
      const Eigen::Vector3d origin(within(rays.half_size.x()), within(rays.half_size.y()),
                                   within(rays.half_size.z()));
      const double x = within(lean), y = within(lean);
      const Eigen::Vector3d ray(x, y, std::sqrt(1 - x * x - y * y));
      const Eigen::Vector3d point = rays.center_C + rays.axes_C * (origin + within(length) * ray);
      const Eigen::Vector3d moved = now * point - before * point;
      REQUIRE(std::abs(moved.dot(axis_T)) <= along);
      REQUIRE(moved.norm() <= whole);
    }
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
