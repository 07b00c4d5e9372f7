#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"

namespace condyle {

/// An end of a geodesic, with the second fundamental form of the surface in its own axes: where it
/// moves by d along the tangent t and by b along the binormal n x t, the outward normal n changes
/// by (along d + twist b) t + (twist d + across b) (n x t).
struct ArcEnd {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
  Eigen::Vector3d binormal = Eigen::Vector3d::UnitY();
  double along = 0, twist = 0, across = 0;  ///< [1/m]
};

/// A geodesic by its ends, in the shape's frame, with the Jacobi fields of GeodesicPoint at the far
/// one. A negative length goes backward.
struct Arc {
  ArcEnd start, end;
  double length = 0;              ///< [m]
  double rotational = 0;          ///< [m/rad]
  double rotational_rate = 1;     ///< by length
  double translational = 1;       ///< by a shift of the start
  double translational_rate = 0;  ///< [1/m]
};

/// Where an arc starts: on the surface, a unit vector in its tangent plane, and how long it is.
struct ArcStart {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();
  double length = 0;  ///< [m]
};

/// Whether a strand may wrap over the shape: sphere, cylinders (the wall), ellipsoid, torus,
/// capsule, height map, mesh. (A mesh has no arcs: its strands are in wrap_touch.h.)
bool can_be_wrapped(const Shape&);

/// By closed forms on sphere and cylinders, else integrated. Precondition: can_be_wrapped, no mesh.
Arc shoot_arc(const Shape&, const ArcStart& start);

/// The start moved along tangent and binormal, its direction carried along and turned to the left,
/// and lengthened; back on the surface.
struct ArcChange {
  double along = 0, across = 0;  ///< [m]
  double turn = 0;               ///< [rad]
  double stretch = 0;            ///< [m]
};
ArcStart changed(const Shape&, const Arc& arc, const ArcChange& change);

/// How a followed arc has come to where it is, for a guess of where it goes on to: what its last
/// change had beyond what follows to first order from the move of the path's ends.
struct ArcTrend {
  bool is_known = false;
  Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = Eigen::Vector3d::Zero();  ///< the last ends
  Eigen::Vector3d from_move = Eigen::Vector3d::Zero(), to_move = Eigen::Vector3d::Zero();
  ArcChange beyond;
};

/// The nearest start to a point and a direction: on the surface, in its tangent plane.
ArcStart arc_start_near(const Shape&, const Eigen::Vector3d& point,
                        const Eigen::Vector3d& direction, double length);

/// The near end of the arc that starts there.
ArcEnd arc_end(const Shape&, const ArcStart& start);

/// The far end of the arc after that change, to first order, back on the surface.
ArcEnd changed_end(const Shape&, const Arc& arc, const ArcChange& change);

/// A length of the shape to measure others by: of the order of its smallest radius of curvature
/// where it is closed.
double wrap_scale(const Shape&);

}  // namespace condyle
