// Matrices from outside: rigid poses are accepted, and the flaw of any other matrix is named.
#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <limits>

#include "condyle/pose.h"
#include "core/src/base/pose_flaw.h"

namespace condyle::test::pose_tests {

using Catch::Contains;

TEST_CASE("A rotation and a translation are a pose, also as rounded by a file", "[pose]") {
  Eigen::Isometry3d X(Eigen::AngleAxisd(1.3, Eigen::Vector3d(1, 2, 3).normalized()));
  X.translation() << 1e3, -2, 0.5;
  CHECK(flaw_of_pose(X.matrix()).empty());
  CHECK(flaw_of_pose(X.matrix().cast<float>().cast<double>()).empty());
}

TEST_CASE("What is not a pose is named", "[pose]") {
  const auto flaw_with = [](int row, int column, double value) {
    Eigen::Matrix4d T = Eigen::Matrix4d::Identity();
    T(row, column) = value;
    return flaw_of_pose(T);
  };
  CHECK_THAT(flaw_with(0, 0, 1.001), Contains("misses a rotation"));
  CHECK_THAT(flaw_with(0, 1, 0.1), Contains("misses a rotation"));
  CHECK_THAT(flaw_with(2, 2, -1), Contains("mirrors"));
  CHECK_THAT(flaw_with(3, 0, 0.1), Contains("last row"));
  CHECK_THAT(flaw_with(0, 3, std::numeric_limits<double>::infinity()), Contains("not finite"));
  CHECK_THAT(flaw_with(0, 0, std::numeric_limits<double>::quiet_NaN()), Contains("not finite"));
}

}  // namespace condyle::test::pose_tests
