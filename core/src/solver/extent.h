#pragma once

#include <Eigen/Geometry>

namespace condyle {

/// Extent of a surface in its own frame.
struct Extent {
  Eigen::AlignedBox3d box;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< centre of a sphere around the surface
  double radius = 0;                                 ///< radius of the sphere [m]
  bool is_endless = false;                           ///< unbounded: box and sphere are meaningless
  bool is_half_space = false;                        ///< unbounded: the half space z <= 0
};

}  // namespace condyle
