#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include "core/src/ligament/strand_path.h"

namespace condyle::test::strand_path_tests {

using Eigen::Vector3d;

TEST_CASE("straight path: length, speed and gradient", "[ligament][path]") {
  const StrandPath path =
      straight_path({.p_W = {0, 0, 0}, .v_W = {0, 0, 1}}, {.p_W = {0, 3, 4}, .v_W = {7, 1, 1}});
  CHECK(path.length == Approx(5).epsilon(1e-15));
  CHECK(path.lengthening_speed == Approx(0.6).epsilon(1e-15));
  CHECK(path.gradient_B_W.isApprox(Vector3d(0, 0.6, 0.8), 1e-15));
  CHECK(path.gradient_A_W == -path.gradient_B_W);
}

TEST_CASE("lengthening speed is the rate of length as both bodies move", "[ligament][path]") {
  const Vector3d p_A(0.1, -0.2, 0.05), p_B(-0.03, 0.04, 0.2);
  const Twist V_WA{{1, -2, 0.5}, {0.3, 0.1, -0.4}}, V_WB{{-0.7, 0.2, 3}, {0, -0.6, 0.2}};
  const auto path_at = [&](double t) {
    const auto pose = [t](const Twist& V, const Vector3d& start) {
      Pose X = Pose::Identity();
      if (t != 0)
        X.linear() =
            Eigen::AngleAxisd(V.angular.norm() * t, V.angular.normalized()).toRotationMatrix();
      X.translation() = start + t * V.linear;
      return X;
    };
    return straight_path(strand_end(pose(V_WA, {0, 0, 1}), V_WA, p_A),
                         strand_end(pose(V_WB, {0.2, 0.3, 0}), V_WB, p_B));
  };
  const double step = 1e-5;
  // Central difference: truncation of the order of step^2.
  CHECK((path_at(step).length - path_at(-step).length) / (2 * step) ==
        Approx(path_at(0).lengthening_speed).epsilon(1e-8));
}

TEST_CASE("coinciding ends give a path of zero length and no direction", "[ligament][path]") {
  const StrandPath path = straight_path({.p_W = {1, 2, 3}}, {.p_W = {1, 2, 3}, .v_W = {1, 0, 0}});
  CHECK(path.length == 0);
  CHECK(path.lengthening_speed == 0);
  CHECK(path.gradient_B_W.isZero(0));
}

}  // namespace condyle::test::strand_path_tests
