#pragma once

#include <Eigen/Core>
#include <algorithm>

namespace condyle {

/// Distance of a point from the segment between two others that differ [m].
inline double edge_distance(const Eigen::Vector3d& p, const Eigen::Vector3d& start,
                            const Eigen::Vector3d& end) {
  const Eigen::Vector3d along = end - start;
  const double part = std::clamp((p - start).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (start + part * along - p).norm();
}

}  // namespace condyle
