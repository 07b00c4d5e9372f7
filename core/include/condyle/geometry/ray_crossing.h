#pragma once

#include <Eigen/Core>

namespace condyle {

/// Crossing of a ray with a surface, in the shape's frame.
struct RayCrossing {
  double distance = 0;  ///< distance from the ray's origin, in units of the direction's length
  Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< [m]
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< outward unit normal there
  bool leaves = false;                                ///< the ray leaves the solid
};

}  // namespace condyle
