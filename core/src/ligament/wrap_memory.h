#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/src/ligament/mesh_node.h"
#include "core/src/ligament/wrap_arc.h"

namespace condyle::ligament {

/// An end of a strand near a mesh, with its last measured clearance.
struct MeshEnd {
  Eigen::Vector3d at = Eigen::Vector3d::Zero();
  double clearance = -1;  ///< distance from the mesh [m]; negative if unknown
};

/// Memory of a wrap over a mesh, in the mesh's frame.
struct MeshWrapMemory {
  std::vector<MeshNode> nodes;  ///< points at which the strand touches, in order
  MeshEnd from, to;
  Eigen::Vector3d last_from = Eigen::Vector3d::Zero(), last_to = Eigen::Vector3d::Zero();
};

/// Memory of the wrap over one obstacle from step to step. A new WrapMemory knows nothing: the
/// strand then takes the shortest path, or the one on the required side.
struct WrapMemory {
  bool is_known = false;
  bool touches = false;
  ArcStart start;  ///< start of the last geodesic, in the obstacle's frame S
  Arc arc;         ///< the whole last geodesic, if `has_arc`
  bool has_arc = false;
  ArcTrend trend;   ///< trend of `arc`
  double turn = 0;  ///< angle about a cylinder's axis between the ends; may exceed pi [rad]
  /// Direction from the obstacle's centre to the side on which the path passes; over a mesh, from
  /// the middle of the line between the ends to the mean of the nodes.
  Eigen::Vector3d middle_S = Eigen::Vector3d::Zero();
  MeshWrapMemory mesh;

  /// Keeps which way round the path goes but forgets the geodesic, so that the next call finds it
  /// from scratch.
  void forget_geodesic() { touches = false; }
};

/// What touch() returns if an end is inside the obstacle. Makes the memory new.
WrapTouch touch_inside(WrapMemory& memory);

}  // namespace condyle::ligament
