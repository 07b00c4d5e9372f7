#pragma once

#include <Eigen/Core>

namespace condyle {

/// Where a ray meets a surface, in the shape's frame.
struct RayCrossing {
  double distance = 0;  ///< from the origin, in units of the direction's length
  Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< [m]
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< outward unit normal there
  bool leaves = false;  ///< ray and normal agree: from inside to outside
};

}  // namespace condyle
