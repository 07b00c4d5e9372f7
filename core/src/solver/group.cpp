#include "core/src/solver/group.h"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Sets the roots of a symmetric positive semi-definite matrix and of its pseudo-inverse.
void set_root(const Matrix3d& m, Matrix6& root, Matrix6& inverse) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(m);
  const double smallest = 1e-12 * eigen.eigenvalues().cwiseAbs().maxCoeff();
  Vector3d roots, inverses;
  for (int i = 0; i < 3; ++i) {
    const double value = eigen.eigenvalues()[i];
    roots[i] = value > smallest ? std::sqrt(value) : 0.0;
    inverses[i] = roots[i] > 0 ? 1 / roots[i] : 0.0;
  }
  const Matrix3d& axes = eigen.eigenvectors();
  root.topLeftCorner<3, 3>() = axes * roots.asDiagonal() * axes.transpose();
  inverse.topLeftCorner<3, 3>() = axes * inverses.asDiagonal() * axes.transpose();
}

}  // namespace

void set_mass(GroupBody& body, const Vector3d& inverse_mass, const Matrix3d& inverse_inertia_W) {
  body.mass_root.setZero();
  body.mass_root_inverse.setZero();
  set_root(inverse_inertia_W, body.mass_root, body.mass_root_inverse);
  for (int i = 0; i < 3; ++i) {
    const double root = std::sqrt(inverse_mass[i]);
    body.mass_root(3 + i, 3 + i) = root;
    body.mass_root_inverse(3 + i, 3 + i) = root > 0 ? 1 / root : 0.0;
  }
  body.inverse_mass = inverse_mass.maxCoeff();
}

}  // namespace condyle
