#include <catch2/catch.hpp>
#include <numbers>
#include <random>

#include "condyle/world/coordinate_joint.h"

namespace condyle::test::coordinate_joint_tests {
namespace {

using Eigen::Vector3d;

constexpr auto k_axes = {TranslationAxes::of_rotations, TranslationAxes::of_first,
                         TranslationAxes::of_second};

JointCoordinates random_coordinates(std::mt19937& random) {
  std::uniform_real_distribution<double> part(-1, 1);
  JointCoordinates q;
  q << 3 * part(random), 1.4 * part(random), 3 * part(random), part(random), part(random),
      part(random);
  return q;
}

}  // namespace

TEST_CASE("coordinate joint: a knee's flexion, adduction and tibial rotation", "[world]") {
  // Flexion alone turns about the femur's x; adduction then about the floating axis.
  JointCoordinates q = JointCoordinates::Zero();
  q[0] = std::numbers::pi / 2;
  CHECK(joint_pose(q).linear().col(2).isApprox(-Vector3d::UnitY(), 1e-15));
  q[1] = 0.1;
  CHECK(joint_pose(q).linear().col(2).dot(Vector3d::UnitX()) == Approx(std::sin(0.1)));
  // A distraction is along the tibia's own axis.
  q[5] = 0.02;
  const Pose X_JK = joint_pose(q);
  CHECK(X_JK.translation().isApprox(0.02 * X_JK.linear().col(2), 1e-15));
}

TEST_CASE("coordinate joint: poses and coordinates are inverse to one another", "[world]") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int run = 0; run < 100; ++run)
    for (const TranslationAxes axes : k_axes) {
      const JointCoordinates q = random_coordinates(random);
      CHECK(joint_coordinates(joint_pose(q, axes), axes).isApprox(q, 1e-12));
    }
}

TEST_CASE("coordinate joint: rates are the derivatives of the coordinates", "[world]") {
  constexpr double k_small = 1e-6;
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int run = 0; run < 20; ++run)
    for (const TranslationAxes axes : k_axes) {
      JointCoordinates q = random_coordinates(random);
      q.head<3>() *= 0.9;  // no angle passes pi within a difference
      const Pose X_JK = joint_pose(q, axes);
      const Matrix6 rates = joint_coordinate_rates(X_JK, axes);
      for (int k = 0; k < 6; ++k) {
        const auto moved = [&](double by) {
          Pose X = X_JK;
          if (k < 3)
            X.linear() = Eigen::AngleAxisd(by, Vector3d::Unit(k)) * X_JK.linear();
          else
            X.translation()[k - 3] += by;
          return joint_coordinates(X, axes);
        };
        const Vector6 difference = (moved(k_small) - moved(-k_small)) / (2 * k_small);
        CAPTURE(run, k);
        CHECK((rates.col(k) - difference).norm() < 1e-8 * (1 + difference.norm()));
      }
    }
}

}  // namespace condyle::test::coordinate_joint_tests
