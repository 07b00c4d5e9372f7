#pragma once

#include <Eigen/Core>

namespace condyle {

/// The point of a surface that is nearest to a query point, in the shape's frame. On a smooth
/// surface the query point is at `point + distance * normal`. The normal at an edge or corner is a
/// direction between those of the faces that meet there.
struct SurfacePoint {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< on the surface [m]
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< outward unit normal there
  double distance = 0;  ///< of the query point from the surface, negative inside [m]
};

}  // namespace condyle
