#pragma once

#include <Eigen/Core>

namespace condyle {

/// The point of a surface nearest to a query point, in the shape's frame. On a smooth surface the
/// query point is at `point + distance * normal`. At an edge or corner the normal is a direction
/// between those of the adjacent faces.
struct SurfacePoint {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< on the surface [m]
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< outward unit normal at `point`
  double distance = 0;  ///< signed distance of the query point, negative inside [m]
};

}  // namespace condyle
