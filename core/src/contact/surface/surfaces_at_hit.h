#pragma once

#include <Eigen/Core>

#include "condyle/collision/proximity_hit.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/geometry/shape.h"
#include "condyle/pose.h"

namespace condyle {

/// The point at which the ray of a casting element meets the target, in C [m].
inline Eigen::Vector3d hit_point(const ContactSurface& casting, int element, double proximity) {
  return casting.centroids()[element] - proximity * casting.normals()[element];
}

/// Unit outward normal of a target at a hit, in the target's frame: the normal of the triangle, or
/// of the shape at the point p_C of the casting frame [m].
inline Eigen::Vector3d target_normal(const ContactSurface& target, int triangle, const Pose& X_TC,
                                     const Eigen::Vector3d& p_C) {
  if (target.shape() == nullptr) return target.normals()[triangle];
  return normal_at(*target.shape(), X_TC * p_C);
}

}  // namespace condyle
