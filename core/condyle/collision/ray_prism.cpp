#include "condyle/collision/ray_prism.h"

namespace condyle {

RayPrism enclose(const RayCluster& cluster, const RayReach& reach, const Pose& X_TC,
                 const FilterSpace& target, double stretch) {
  constexpr double k_least_upright = 0.5;  // beyond 60 degrees a spread says little
  const auto f = [](double value) { return static_cast<float>(value); };
  RayPrism prism;
  prism.center_T = X_TC * cluster.center_C;
  prism.center = to_lanes(prism.center_T - target.origin);
  const Eigen::Matrix3d R_KT = (X_TC.linear() * cluster.axes_C).transpose();
  for (int k = 0; k < 3; ++k) {
    prism.axes[k] = to_lanes(R_KT.col(k));
    prism.absolute_axes[k] = prism.axes[k].abs();
  }

  const double longest = std::max(reach.inward, reach.outward);
  const bool fans_out = cluster.upright < k_least_upright;
  const double padding = target.padding(prism.center_T) + 0x1p-20 * (cluster.radius + longest);
  prism.half_x = f(cluster.half_size[0] + (fans_out ? longest : 0) + padding);
  prism.half_y = f(cluster.half_size[1] + (fans_out ? longest : 0) + padding);
  prism.half_z = f(cluster.half_size[2] + padding);
  prism.spread_x = f(fans_out ? 0 : cluster.lean_x / cluster.upright);
  prism.spread_y = f(fans_out ? 0 : cluster.lean_y / cluster.upright);
  prism.lowest_z = -prism.half_z - f(fans_out ? longest : reach.inward);
  prism.highest_z = prism.half_z + f(fans_out ? longest : reach.outward);
  prism.stretch = f(stretch);
  return prism;
}

}  // namespace condyle
