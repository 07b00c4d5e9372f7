#include "core/src/contact/elastic/overlap_curvature.h"

#include <Eigen/Geometry>

#include "core/src/base/cross_matrix.h"

namespace condyle {
// The ray's point y = c - d n_c moves by exp of the twist to y + a + w x a / 2 + ..., a = w x y +
// v. It stays on the target's surface, n_t . (y - x) + (y - x)' kappa (y - x) / 2 = 0, which gives
// d to second order:
//   q d2 = -d1 n_t . (w x n_c) + n_t . (w x a) / 2 + e' kappa e / 2,   q = n_c . n_t
// with d1 the gradient times the twist and e = a - d1 n_c, which is along the surface.
Matrix6 proximity_hessian(const RayMeeting& meeting, const Eigen::Matrix3d& target_curvature) {
  const auto& [n_c, n_t, x] = meeting;
  const double q = n_c.dot(n_t);
  const Vector6 g = proximity_gradient(meeting);
  Vector6 turn = Vector6::Zero();
  turn.head<3>() = n_c.cross(n_t);
  Matrix6 H = -(g * turn.transpose() + turn * g.transpose());

  H.topLeftCorner<3, 3>() +=
      (x * n_t.transpose() + n_t * x.transpose()) / 2 - x.dot(n_t) * Eigen::Matrix3d::Identity();
  const Eigen::Matrix3d half_cross = cross_matrix(n_t) / 2;
  H.topRightCorner<3, 3>() -= half_cross;
  H.bottomLeftCorner<3, 3>() -= half_cross.transpose();

  Eigen::Matrix<double, 3, 6> along;
  along << -cross_matrix(x), Eigen::Matrix3d::Identity();
  along -= n_c * g.transpose();
  H += along.transpose() * target_curvature * along;
  return H / q;
}

Eigen::Matrix3d curvature_at(const ContactSurface& target, const Eigen::Vector3d& p_T) {
  if (target.shape() == nullptr) return Eigen::Matrix3d::Zero();
  const geometry::SurfaceJet jet = implicit(*target.shape(), p_T);
  const double length = jet.gradient.norm();
  const Eigen::Vector3d n = jet.gradient / length;
  const Eigen::Matrix3d tangent = Eigen::Matrix3d::Identity() - n * n.transpose();
  return tangent * jet.hessian * tangent / length;
}

}  // namespace condyle
