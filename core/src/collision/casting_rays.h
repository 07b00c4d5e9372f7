#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <span>

#include "condyle/pose.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/geometry/ray_triangle.h"

namespace condyle {

struct OrderedRays;

/// The rays of one casting mesh: one per triangle, from its centroid along minus its outward
/// normal.
struct CastingRays {
  std::span<const Eigen::Vector3d> origins;  ///< triangle centroids in the casting mesh frame [m]
  std::span<const Eigen::Vector3d> normals;  ///< unit outward normals
  /// The hierarchy of these rays (ray_cluster.h), if several searches share it; null: a search
  /// makes its own.
  const OrderedRays* ordered = nullptr;
};

/// Lengths of the rays from their origins [m].
struct RayReach {
  double inward = 0;
  double outward = 0;
};

inline RayReach reach_of(const ProximityWindow& window) {
  return {std::max(0.0, window.max_proximity), std::max(0.0, -window.min_proximity)};
}

inline double longest(const RayReach& reach) { return std::max(reach.inward, reach.outward); }

/// The larger growth of the two reaches, or 0 if neither has grown [m].
inline double growth(const RayReach& before, const RayReach& now) {
  return std::max({0.0, now.inward - before.inward, now.outward - before.outward});
}

/// The ray of one casting triangle in the target mesh frame. Every search does these operations in
/// this order, so that all searches start from the same bits.
inline geometry::Ray inward_ray(const Pose& X_TC, const Eigen::Vector3d& origin_C,
                                const Eigen::Vector3d& normal_C) {
  const auto R = X_TC.linear();
  const auto p = X_TC.translation();
  geometry::Ray ray;
  for (int k = 0; k < 3; ++k) {
    ray.origin[k] = R(k, 0) * origin_C[0] + R(k, 1) * origin_C[1] + R(k, 2) * origin_C[2] + p[k];
    ray.direction[k] = -(R(k, 0) * normal_C[0] + R(k, 1) * normal_C[1] + R(k, 2) * normal_C[2]);
  }
  return ray;
}

}  // namespace condyle
