#pragma once

#include <Eigen/Core>
#include <cmath>

namespace condyle {

// Sums over three components in one written order: Eigen's own order depends on whether it uses
// vector instructions, and with it the last bit.

inline double plain_dot(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return a.x() * b.x() + a.y() * b.y() + a.z() * b.z();
}

inline double plain_norm(const Eigen::Vector3d& a) { return std::sqrt(plain_dot(a, a)); }

inline Eigen::Vector3d plain_product(const Eigen::Matrix3d& R, const Eigen::Vector3d& a) {
  return {R(0, 0) * a.x() + R(0, 1) * a.y() + R(0, 2) * a.z(),
          R(1, 0) * a.x() + R(1, 1) * a.y() + R(1, 2) * a.z(),
          R(2, 0) * a.x() + R(2, 1) * a.y() + R(2, 2) * a.z()};
}

}  // namespace condyle
