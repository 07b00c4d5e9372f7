#pragma once

#include <Eigen/Core>

namespace condyle::ligament {

/// Point at which a strand on a mesh crosses an edge: a side, numbered as in MeshSides, and the
/// distance along the side from its first corner.
struct MeshNode {
  int side = 0;
  double place = 0;                                 ///< [m], from 0 to the side's length
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< in the mesh's frame
};

}  // namespace condyle::ligament
