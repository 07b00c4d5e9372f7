#include "condyle/collision/ray_prism.h"

#include <algorithm>
#include <bit>

namespace condyle {

double spread(double lean, double upright, double turn) {
  // tan(a + t) <= tan a + t (1 + tan^2(a + t)), and for a <= 60 degrees, t <= 0.1 the last square
  // is below 1 + 2 tan^2 a.
  const double slope = lean / upright;
  return slope + turn * (2 + 2 * slope * slope);
}

RayPrism enclose(const RayCluster& cluster, const RayReach& reach, const Pose& X_TC,
                 const BoxSpace& target, double turn, double weight_z) {
  const auto f = [](double value) { return static_cast<float>(value); };
  RayPrism prism;
  prism.center_T = X_TC * cluster.center_C;
  Eigen::Matrix3d axes_T = X_TC.linear() * cluster.axes_C;
  axes_T.col(2) *= weight_z;
  for (int k = 0; k < 3; ++k) {
    prism.center[k] = f(prism.center_T[k] - target.origin[k]);
    for (int j = 0; j < 3; ++j) prism.axes[k][j] = f(axes_T(j, k));
  }

  const double longest = std::max(reach.inward, reach.outward);
  const bool fans = fans_out(cluster);
  const double padding = target.padding(prism.center_T) + 0x1p-20 * (cluster.radius + longest);
  prism.half_x = f(cluster.half_size[0] + (fans ? longest : 0) + padding);
  prism.half_y = f(cluster.half_size[1] + (fans ? longest : 0) + padding);
  prism.half_z = f(weight_z * (cluster.half_size[2] + padding));
  prism.spread_x = f(fans ? 0 : spread(cluster.lean_x, cluster.upright, turn) / weight_z);
  prism.spread_y = f(fans ? 0 : spread(cluster.lean_y, cluster.upright, turn) / weight_z);
  prism.lowest_z = -prism.half_z - f(weight_z * (fans ? longest : reach.inward));
  prism.highest_z = prism.half_z + f(weight_z * (fans ? longest : reach.outward));
  prism.longest = f(weight_z * longest);
  prism.inverse_weight_squared = f(1 / (weight_z * weight_z));
  return prism;
}

PrismExtents extents(const RayPrism& prism, const TriangleTree& tree,
                     const TriangleTree::Node& leaf, unsigned lanes) {
  Lanes corners[3][3];  // corner, coordinate
  for (auto& corner : corners) std::fill_n(corner, 3, Lanes::Zero());
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    const auto& triangle = tree.triangles()[leaf.first + lane];
    for (int v = 0; v < 3; ++v) {
      for (int k = 0; k < 3; ++k) {
        corners[v][k][lane] = static_cast<float>(triangle.corners[v][k] - prism.center_T[k]);
      }
    }
  }
  PrismExtents covered;
  for (int k = 0; k < 3; ++k) {
    const float* axis = prism.axes[k];
    Lanes at[3];
    for (int v = 0; v < 3; ++v) {
      at[v] = corners[v][0] * axis[0] + corners[v][1] * axis[1] + corners[v][2] * axis[2];
    }
    const Lanes lowest = at[0].min(at[1]).min(at[2]), highest = at[0].max(at[1]).max(at[2]);
    covered.middle[k] = 0.5f * (lowest + highest);
    covered.radius[k] = 0.5f * (highest - lowest);
  }
  return covered;
}

}  // namespace condyle
