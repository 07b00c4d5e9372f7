#pragma once

#include <Eigen/Core>

namespace condyle {

/// Where a strand that lies on a mesh crosses an edge: a side as in MeshSides, and the distance
/// from the corner that it starts from.
struct MeshNode {
  int side = 0;
  double place = 0;                                 ///< [m], from 0 to the side's length
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< in the mesh's frame
};

}  // namespace condyle
