#pragma once

#include <Eigen/Core>
#include <optional>
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

/// Finds the path from `from` to `to`, both in S, starting from the memory, and updates the memory.
/// If a side is given (a unit vector in S), the path takes the way round whose middle lies on that
/// side of the obstacle's centre, even if it is the longer one. Precondition:
/// can_be_wrapped(shape). Allocates only when a wrap begins over a shape other than a sphere,
/// cylinder, ellipsoid or torus, and when a wrap over a mesh gets more nodes.
WrapTouch touch(const geometry::Shape& shape, const std::optional<Eigen::Vector3d>& side,
                const Eigen::Vector3d& from, const Eigen::Vector3d& to, WrapMemory& memory);

/// Whether the straight segment is clear of the obstacle: it does not enter the obstacle, and if it
/// crosses the plane of a torus it goes through the hole.
bool is_clear(const geometry::Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to);

/// Closed forms; touch() calls them.
WrapTouch touch_sphere(const geometry::Sphere&, const std::optional<Eigen::Vector3d>& side,
                       const Eigen::Vector3d& from, const Eigen::Vector3d& to, WrapMemory& memory);

/// `half_length` may be infinite. If the whole geodesic lies beyond one end, the path slips off: it
/// is free, and its turns are forgotten.
WrapTouch touch_cylinder(double radius, double half_length,
                         const std::optional<Eigen::Vector3d>& side, const Eigen::Vector3d& from,
                         const Eigen::Vector3d& to, WrapMemory& memory);

/// The locally shortest path outside the mesh, exact: from edge to edge, straight across the
/// triangles when they are unfolded, clear of the mesh where the mesh is hollow. The nodes are in
/// the memory.
WrapTouch touch_mesh(const geometry::MeshSolid&, const std::optional<Eigen::Vector3d>& side,
                     const Eigen::Vector3d& from, const Eigen::Vector3d& to, WrapMemory& memory);

/// What touch() returns if an end is inside the obstacle. Makes the memory new.
WrapTouch touch_inside(WrapMemory& memory);

/// The touch stored in the memory, without solving again.
WrapTouch recall_mesh(const WrapMemory& memory);

/// Ends closer to the surface than this fraction of wrap_scale lie on it.
inline constexpr double k_on_surface = 1e-12;

}  // namespace condyle::ligament
