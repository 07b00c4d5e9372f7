#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>

#include "condyle/collision/filter_box.h"
#include "condyle/collision/passing_motion.h"
#include "condyle/collision/ray_cluster.h"
#include "condyle/pose.h"

namespace condyle {

/// A region that holds all segments of a cluster's rays, in the target frame: seen in the cluster's
/// frame K it spans [lowest_z, highest_z] along the mean ray, and widens with the distance from the
/// origins as much as the rays lean. In float, widened by its padding (filter_box.h).
struct RayPrism {
  Eigen::Vector3d center_T;  ///< of K
  Eigen::Array4f center;     ///< the same, from the origin of the target's filter boxes
  Eigen::Array4f axes[3];    ///< columns of the rotation from the target frame to K
  Eigen::Array4f absolute_axes[3];
  float half_x, half_y, half_z;  ///< of the box of origins
  float spread_x, spread_y;      ///< growth of half_x, half_y per distance along z
  float lowest_z, highest_z;
  float stretch;  ///< by which distances along z count more than those across it
};

/// What a box or a triangle covers along the axes of K, from its origin.
struct PrismExtent {
  Eigen::Array4f lowest, highest;
};

/// Where things slide past the rays far more than they approach along them, a `stretch` above 1
/// tells apart what only slides.
RayPrism enclose(const RayCluster& cluster, const RayReach& reach, const Pose& X_TC,
                 const FilterSpace& target, double stretch);

inline PrismExtent extent(const RayPrism& prism, const FilterBox& box) {
  const Eigen::Array4f offset = box.center - prism.center;
  const Eigen::Array4f middle =
      prism.axes[0] * offset[0] + prism.axes[1] * offset[1] + prism.axes[2] * offset[2];
  const Eigen::Array4f radius = prism.absolute_axes[0] * box.half_size[0] +
                                prism.absolute_axes[1] * box.half_size[1] +
                                prism.absolute_axes[2] * box.half_size[2];
  return {middle - radius, middle + radius};
}

inline PrismExtent extent(const RayPrism& prism, const std::array<Eigen::Vector3d, 3>& corners) {
  Eigen::Array4f at[3];
  for (int k = 0; k < 3; ++k) {
    const Eigen::Array4f offset = to_lanes(corners[k] - prism.center_T);
    at[k] = prism.axes[0] * offset[0] + prism.axes[1] * offset[1] + prism.axes[2] * offset[2];
  }
  return {at[0].min(at[1]).min(at[2]), at[0].max(at[1]).max(at[2])};
}

/// A lower bound, right up to `largest`, of the stretched distance between the prism and what has
/// this extent: the widest gap along an axis of K. Negative where they may overlap. The part of the
/// prism within `largest` of the extent is no farther along z than that, which bounds its width.
inline float gap(const RayPrism& prism, const PrismExtent& extent, float largest) {
  const auto& [low, high] = extent;
  const float longest = std::max(-prism.lowest_z, prism.highest_z);
  const float depth = std::min(longest, std::max(-low[2], high[2]) + largest) + prism.half_z;
  const float width_x = prism.half_x + prism.spread_x * depth;
  const float width_y = prism.half_y + prism.spread_y * depth;
  const float along = std::max(low[2] - prism.highest_z, prism.lowest_z - high[2]);
  const float across_x = std::max(low[0], -high[0]) - width_x;
  const float across_y = std::max(low[1], -high[1]) - width_y;
  return std::max(std::max(across_x, across_y), along * prism.stretch);
}

}  // namespace condyle
