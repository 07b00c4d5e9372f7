#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/ligament/strand_path.h"

namespace condyle::ligament {

using detail::ArcStart;
using detail::WrapStatus;
using detail::WrapTouch;

/// One end of a geodesic on a surface, in the shape's frame, with the second fundamental form in
/// the axes of that end: tangent t, outward normal n, binormal b = n x t. If the end moves by d
/// along t and by e along b, the normal changes by (along d + twist e) t + (twist d + across e) b.
struct ArcEnd {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
  Eigen::Vector3d binormal = Eigen::Vector3d::UnitY();
  double along = 0, twist = 0, across = 0;  ///< [1/m]
};

/// A geodesic, described by its two ends in the shape's frame, with the Jacobi fields of
/// GeodesicPoint at the far end. A geodesic of negative length runs backward.
struct Arc {
  ArcEnd start, end;
  double length = 0;              ///< [m]
  double rotational = 0;          ///< [m/rad]
  double rotational_rate = 1;     ///< derivative of `rotational` by length
  double translational = 1;       ///< displacement of the end per shift of the start
  double translational_rate = 0;  ///< derivative of `translational` by length [1/m]
};

/// Whether a strand can wrap over the shape: sphere, cylinder (over the wall only), ellipsoid,
/// torus, capsule, height map, mesh. (A mesh has no arcs; wrap_touch.h finds the strands over it.)
bool can_be_wrapped(const geometry::Shape&);

/// Computes the arc from its start: in closed form on a sphere or cylinder, otherwise by
/// integration. Precondition: can_be_wrapped, not a mesh.
Arc shoot_arc(const geometry::Shape&, const ArcStart& start);

/// A change of an arc: its start moves along the tangent and the binormal, the direction is carried
/// along and turned to the left, and the arc gets longer. changed() puts the new start back on the
/// surface.
struct ArcChange {
  double along = 0, across = 0;  ///< [m]
  double turn = 0;               ///< [rad]
  double stretch = 0;            ///< [m]
};
ArcStart changed(const geometry::Shape&, const Arc& arc, const ArcChange& change);

/// Record of an arc's last change, used to predict its next one: how much the change exceeded the
/// first-order response to the motion of the path's ends.
struct ArcTrend {
  bool is_known = false;
  /// Ends of the path at the last change.
  Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = Eigen::Vector3d::Zero();
  Eigen::Vector3d from_move = Eigen::Vector3d::Zero(), to_move = Eigen::Vector3d::Zero();
  ArcChange beyond;
};

/// The start nearest to a point and a direction: the point is projected onto the surface, and the
/// direction into its tangent plane.
ArcStart arc_start_near(const geometry::Shape&, const Eigen::Vector3d& point,
                        const Eigen::Vector3d& direction, double length);

/// The near end of the arc with this start.
ArcEnd arc_end(const geometry::Shape&, const ArcStart& start);

/// The far end of the arc after the change, to first order, put back on the surface.
ArcEnd changed_end(const geometry::Shape&, const Arc& arc, const ArcChange& change);

/// A characteristic length of the shape [m], to which other lengths are compared: of the order of
/// the smallest radius of curvature if the shape is closed.
double wrap_scale(const geometry::Shape&);

/// Ends closer to the surface than this fraction of wrap_scale lie on it.
inline constexpr double k_on_surface = 1e-12;

}  // namespace condyle::ligament
