#pragma once

#include <Eigen/Core>
#include <optional>

#include "condyle/ligament/wrap_arc.h"

namespace condyle {

/// What is kept of the wrap over one obstacle from step to step. A new one knows nothing: then the
/// shortest way is taken, or that on the side asked for.
struct WrapMemory {
  bool is_known = false;
  bool touches = false;
  ArcStart start;  ///< of the last geodesic, in the obstacle's frame S
  Arc arc;         ///< all of it, where `has_arc`
  bool has_arc = false;
  double turn = 0;  ///< about a cylinder's axis, from end to end, beyond half a turn too [rad]
  Eigen::Vector3d middle_S = Eigen::Vector3d::Zero();  ///< which way the path passes the middle

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

/// Ends nearer to the surface than this, relative to wrap_scale, lie on it.
inline constexpr double k_on_surface = 1e-12;

}  // namespace condyle
