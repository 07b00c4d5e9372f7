#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "condyle/ligament/mesh_node.h"
#include "condyle/ligament/wrap_arc.h"

namespace condyle {

/// An end of a strand beside a mesh, where it was last measured.
struct MeshEnd {
  Eigen::Vector3d at = Eigen::Vector3d::Zero();
  double clearance = -1;  ///< from the mesh; negative: not known [m]
};

/// What is kept of a wrap over a mesh, in its frame.
struct MeshWrapMemory {
  std::vector<MeshNode> nodes;  ///< where the strand touches, in order
  MeshEnd from, to;
  Eigen::Vector3d last_from = Eigen::Vector3d::Zero(), last_to = Eigen::Vector3d::Zero();
};

/// What is kept of the wrap over one obstacle from step to step. A new one knows nothing: then the
/// shortest way is taken, or that on the side asked for.
struct WrapMemory {
  bool is_known = false;
  bool touches = false;
  ArcStart start;  ///< of the last geodesic, in the obstacle's frame S
  Arc arc;         ///< all of it, where `has_arc`
  bool has_arc = false;
  ArcTrend trend;   ///< of that arc
  double turn = 0;  ///< about a cylinder's axis, from end to end, beyond half a turn too [rad]
  Eigen::Vector3d middle_S = Eigen::Vector3d::Zero();  ///< which way the path passes the middle
  MeshWrapMemory mesh;

  /// Keeps which way the path goes, and forgets the geodesic: what comes next is found anew.
  void forget_geodesic() { touches = false; }
};

enum class WrapStatus {
  free,           ///< the straight line does not touch
  touching,       ///< wrapped over a geodesic
  end_inside,     ///< an end lies inside the obstacle, which is passed through
  not_converged,  ///< no geodesic was found; the path is the best known, `residual` says how good
};

/// The path between two points with one obstacle. All in the obstacle's frame S.
struct WrapTouch {
  WrapStatus status = WrapStatus::free;
  ArcStart start;  ///< of the geodesic, and its length [m]
  Eigen::Vector3d end_point = Eigen::Vector3d::Zero();
  Eigen::Vector3d end_tangent = Eigen::Vector3d::UnitX();
  double residual = 0;  ///< as WrapConvergence

  bool has_geodesic() const {
    return status == WrapStatus::touching || status == WrapStatus::not_converged;
  }
};

/// `side`, a unit vector in S, if any: the way round is taken whose middle lies on that side of the
/// obstacle's middle, also where the other is shorter.
struct WrapObstacleView {
  const Shape& shape;
  const std::optional<Eigen::Vector3d>& side;
};

/// The path from `from` to `to`, both in S, that goes on from what the memory knows, and updates
/// it. Precondition: can_be_wrapped(shape). Free of allocation but where a wrap over another shape
/// than sphere, cylinder, ellipsoid and torus begins.
WrapTouch touch(const WrapObstacleView& obstacle, const Eigen::Vector3d& from,
                const Eigen::Vector3d& to, WrapMemory& memory);

/// Whether the straight segment keeps off the obstacle: does not enter it, and, of a torus, goes
/// through its hole where it crosses its plane.
bool is_clear(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to);

/// Closed forms (touch calls them).
WrapTouch touch_sphere(const Sphere&, const std::optional<Eigen::Vector3d>& side,
                       const Eigen::Vector3d& from, const Eigen::Vector3d& to, WrapMemory& memory);

/// `half_length` may be infinite. Where no part of the geodesic lies within the ends, the path
/// slips off: it is free, and its turns are forgotten.
WrapTouch touch_cylinder(double radius, double half_length,
                         const std::optional<Eigen::Vector3d>& side, const Eigen::Vector3d& from,
                         const Eigen::Vector3d& to, WrapMemory& memory);

/// Locally shortest outside of the mesh, exactly: from edge to edge, straight across the triangles
/// when they are laid flat, clear of the mesh where it is hollow. The nodes are in the memory.
WrapTouch touch_mesh(const MeshSolid&, const std::optional<Eigen::Vector3d>& side,
                     const Eigen::Vector3d& from, const Eigen::Vector3d& to, WrapMemory& memory);

/// The touch again that the memory knows.
WrapTouch recall_mesh(const WrapMemory& memory);

/// Ends nearer to the surface than this, relative to wrap_scale, lie on it.
inline constexpr double k_on_surface = 1e-12;

}  // namespace condyle
