#include "condyle/collision/passing_motion.h"

#include <algorithm>

namespace condyle {

PassingMotion motion_between(const Pose& X_TC_before, const RayReach& reach_before,
                             const Pose& X_TC, const RayReach& reach, double extent_C) {
  const Pose X_now_before = X_TC_before.inverse(Eigen::Isometry) * X_TC;
  PassingMotion step;
  step.turn = Eigen::Matrix3d::Identity() - X_now_before.linear();
  step.shift = -X_now_before.translation();
  step.turn_norm = step.turn.norm();
  const double size = extent_C + X_TC.translation().cwiseAbs().sum() + reach.inward + reach.outward;
  step.growth = 0x1p-44 * size + std::max({0.0, reach.inward - reach_before.inward,
                                           reach.outward - reach_before.outward});
  return step;
}

LocalMotion motion_at(const RayCluster& cluster, const RayReach& reach, double around,
                      const PassingMotion& step) {
  // A point of the region is center + v + s z, |v| <= width, |s| <= length, z the mean ray.
  const double longest = std::max(reach.inward, reach.outward);
  const double width = cluster.radius + cluster.lean * longest + around;
  const double length = cluster.radius + longest + around;
  const Eigen::Vector3d z = cluster.axes_C.col(2);
  const Eigen::Vector3d at_center = step.turn * cluster.center_C + step.shift;
  const Eigen::Vector3d turned_z = step.turn * z;
  const double along = at_center.dot(z);
  return {(at_center - along * z).norm() + step.turn_norm * width + turned_z.norm() * length,
          std::abs(along) + (step.turn.transpose() * z).norm() * width +
              std::abs(turned_z.dot(z)) * length};
}

double stretch_for(const LocalMotion& motion) {
  constexpr double k_most = 16;
  const double ratio = motion.across / motion.along;
  return ratio > 1 ? std::min(ratio, k_most) : 1;  // 1 where the ratio is not a number
}

}  // namespace condyle
