#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <random>

#include "core/src/base/pose_inverse.h"

namespace condyle::test::pose_inverse_tests {

TEST_CASE("the inverse of a pose has the bits that Eigen gives on x86-64", "[base]") {
  std::mt19937 random(51);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1000; ++i) {
    Pose X = Pose::Identity();
    X.linear() = Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
                     .normalized()
                     .toRotationMatrix();
    X.translation() << normal(random), normal(random), normal(random);
    const Pose inverse = inverse_of(X);
    CHECK((inverse * X).isApprox(Pose::Identity(), 1e-14));  // rounding of nine products
#if defined(__SSE2__)
    CHECK(inverse.matrix() == X.inverse(Eigen::Isometry).matrix());
#endif
  }
}

}  // namespace condyle::test::pose_inverse_tests
