#include "core/scene/src/inertia.h"

#include <Eigen/Eigenvalues>

namespace condyle::scene {

Eigen::Matrix3d point_inertia(double mass, const Eigen::Vector3d& p) {
  return mass * (p.squaredNorm() * Eigen::Matrix3d::Identity() - p * p.transpose());
}

bool is_physical_inertia(const Eigen::Matrix3d& inertia) {
  if (!inertia.allFinite()) return false;
  const Eigen::Vector3d moments =  // in increasing order
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  const double rounding = 1e-9 * moments.sum();  // a flat body's inertia is rounded in a file
  return moments[0] > 0 && moments[2] <= moments[0] + moments[1] + rounding;
}

}  // namespace condyle::scene
