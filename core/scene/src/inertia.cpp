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

PrincipalFrame principal_frame(const Eigen::Vector3d& p_BoBcm, const Eigen::Matrix3d& I_BBcm) {
  PrincipalFrame frame;
  frame.X_BP.translation() = p_BoBcm;
  const Eigen::Matrix3d off_diagonal = I_BBcm - Eigen::Matrix3d(I_BBcm.diagonal().asDiagonal());
  if (off_diagonal.norm() <= 1e-9 * I_BBcm.norm()) {
    frame.inertia = I_BBcm.diagonal();
    return frame;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(I_BBcm);
  Eigen::Matrix3d R = axes.eigenvectors();
  if (R.determinant() < 0) R.col(2) = -R.col(2);
  frame.X_BP.linear() = R;
  frame.inertia = axes.eigenvalues();
  return frame;
}

}  // namespace condyle::scene
