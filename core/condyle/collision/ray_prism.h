#pragma once

#include <Eigen/Core>
#include <cmath>

#include "condyle/collision/ray_cluster.h"
#include "condyle/collision/triangle_tree.h"
#include "condyle/pose.h"

namespace condyle {

/// A region that holds all segments of a cluster's rays, in the target frame: seen in the cluster's
/// frame K it spans [lowest_z, highest_z] along the mean ray, and widens with the distance from the
/// origins as much as the rays lean. In float, widened by its padding (box_packet.h).
struct RayPrism {
  Eigen::Vector3d center_T;      ///< of K
  float center[3];               ///< the same, from the origin of the target's boxes
  float axes[3][3];              ///< x, y, z of K in the target frame
  float half_x, half_y, half_z;  ///< of the box of origins
  float spread_x, spread_y;      ///< growth of half_x, half_y per distance along z
  float lowest_z, highest_z, longest;
  float inverse_weight_squared;  ///< of lengths along z
};

/// What four boxes or triangles cover along the axes of K: middle and half size.
struct PrismExtents {
  Lanes middle[3], radius[3];
};

/// Lower bounds of the distance between a prism and four boxes or triangles, negative where they
/// may overlap. `near` is right up to the margin it was asked for, `far` at any distance.
struct PrismGaps {
  Lanes near, far;
};

/// The rays lean too much for a prism to widen with them: it is as wide as they are long.
inline bool fans_out(const RayCluster& rays) {
  constexpr double k_least_upright = 0.5;  // beyond 60 degrees a spread says little
  return rays.upright < k_least_upright;
}

/// Growth of a cluster's width per distance along z, along an axis of K in which its normals lean
/// so far, when they may turn by `turn` <= 0.1 [rad].
double spread(double lean, double upright, double turn);

/// `turn` [rad] widens it further: it then holds the segments even when they turn by so much about
/// points of the box of origins. Lengths along z are counted `weight_z` times, here and in all
/// gaps.
RayPrism enclose(const RayCluster& cluster, const RayReach& reach, const Pose& X_TC,
                 const BoxSpace& target, double turn = 0, double weight_z = 1);

inline PrismExtents extents(const RayPrism& prism, const BoxPacket& boxes) {
  const Lanes offset[3] = {boxes.center[0] - prism.center[0], boxes.center[1] - prism.center[1],
                           boxes.center[2] - prism.center[2]};
  PrismExtents covered;
  for (int k = 0; k < 3; ++k) {
    const float* axis = prism.axes[k];
    covered.middle[k] = offset[0] * axis[0] + offset[1] * axis[1] + offset[2] * axis[2];
    covered.radius[k] = boxes.half_size[0] * std::abs(axis[0]) +
                        boxes.half_size[1] * std::abs(axis[1]) +
                        boxes.half_size[2] * std::abs(axis[2]);
  }
  return covered;
}

/// The widest gap along an axis of K. The part of the prism within `margin` of something is no
/// higher than that, which bounds its width there.
inline PrismGaps gaps(const RayPrism& prism, const PrismExtents& covered, float margin) {
  const auto& [middle, radius] = covered;
  const Lanes along = (middle[2] - prism.highest_z).max(prism.lowest_z - middle[2]) - radius[2];
  const Lanes across_x = middle[0].abs() - radius[0] - prism.half_x;
  const Lanes across_y = middle[1].abs() - radius[1] - prism.half_y;
  const Lanes height = (middle[2].abs() + radius[2] + margin).min(prism.longest) + prism.half_z;
  const float full = prism.longest + prism.half_z;
  return {along.max(across_x - prism.spread_x * height).max(across_y - prism.spread_y * height),
          along.max(across_x - prism.spread_x * full).max(across_y - prism.spread_y * full)};
}

/// A lower bound of the distance between the prism and what four slabs hold, negative where they
/// may overlap: the gap between two planes, seen where lengths along z count more.
inline Lanes gaps_across(const RayPrism& prism, const SlabPacket& slabs) {
  const auto along = [&slabs](const float direction[3]) {
    return slabs.axis[0] * direction[0] + slabs.axis[1] * direction[1] +
           slabs.axis[2] * direction[2];
  };
  const Lanes x = along(prism.axes[0]), y = along(prism.axes[1]);
  const Lanes z = along(prism.axes[2]) * prism.inverse_weight_squared;
  const float height = prism.longest + prism.half_z;
  const Lanes reach = x.abs() * (prism.half_x + prism.spread_x * height) +
                      y.abs() * (prism.half_y + prism.spread_y * height) + slabs.half_size;
  const Lanes middle = slabs.middle - along(prism.center);
  const Lanes low = z * prism.lowest_z, high = z * prism.highest_z;
  const Lanes gap = (middle - low.max(high)).max(low.min(high) - middle) - reach;
  return prism.inverse_weight_squared == 1 ? gap : Lanes(gap / (x * x + y * y + z * z).sqrt());
}

/// The extents of those triangles of a leaf that `lanes` has a bit for: tighter than their boxes'.
PrismExtents extents(const RayPrism& prism, const TriangleTree& tree,
                     const TriangleTree::Node& leaf, unsigned lanes);

}  // namespace condyle
