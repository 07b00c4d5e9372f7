#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "condyle/geometry/shape.h"

namespace condyle {

/// A point of a geodesic of a surface, in the shape's frame. The binormal b = n x t completes
/// tangent and normal; walking forward with the normal up, it points to the left. A turn of the
/// start direction by a small angle, to the left, moves this point by angle * rotational along b; a
/// shift of the start to the left by d, direction kept parallel, moves it by d * translational.
/// Both are Jacobi fields: j'' + K j = 0 with the Gaussian curvature K.
struct GeodesicPoint {
  double length = 0;  ///< from the start [m]
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();  ///< unit, away from the start
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();   ///< unit, outward
  double curvature = 0;           ///< of the surface along the tangent, positive where convex [1/m]
  double torsion = 0;             ///< geodesic torsion, as torsion_in_direction [1/m]
  double rotational = 0;          ///< [m/rad]; 0 at the start, where its rate is 1
  double rotational_rate = 1;     ///< by length
  double translational = 1;       ///< 1 at the start, where its rate is 0
  double translational_rate = 0;  ///< by length [1/m]

  Eigen::Vector3d binormal() const { return normal.cross(tangent); }
};

enum class GeodesicStatus {
  complete,       ///< what was asked for
  left_surface,   ///< ended early: at a rim, an apex, the border of a height map
  no_hit,         ///< the plane or event was not met within the length allowed
  cut_locus,      ///< ends that are conjugate: their geodesic is not unique to first order
  not_converged,  ///< the iteration or the steps were used up; `residual` says how near it came
};

/// From the first to the last point, at least two; finite, whatever the status.
struct Geodesic {
  std::vector<GeodesicPoint> points;
  GeodesicStatus status = GeodesicStatus::complete;
  /// Distance of the last point from the one asked for, or of it from the plane [m]; the size of
  /// the event there, in its own unit; 0 for a shot to a length.
  double residual = 0;

  const GeodesicPoint& start() const { return points.front(); }
  const GeodesicPoint& end() const { return points.back(); }
  double length() const { return points.back().length; }

  /// Rate of length of the geodesic between two points that move with these velocities [m/s]: its
  /// gradient is minus the tangent at the start, plus the tangent at the end.
  double length_rate(const Eigen::Vector3d& v_start, const Eigen::Vector3d& v_end) const {
    return v_end.dot(end().tangent) - v_start.dot(start().tangent);
  }

  /// No point between the ends is conjugate to the start: the geodesic is the shortest among those
  /// near to it.
  bool is_locally_shortest() const;
};

struct GeodesicOptions {
  double accuracy = 1e-11;   ///< error of a step, relative to its length
  int most_steps = 2000;     ///< of integration in one shot
  int most_iterations = 40;  ///< of Newton's method between two points
};

/// n . p = offset in the shape's frame; n of unit length.
struct CuttingPlane {
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
  double offset = 0;  ///< [m]
};

/// A function of a geodesic's point, unit tangent and length from the start [m], in the shape's
/// frame, whose change of sign is what a shot waits for. Continuous; where it is not finite it has
/// no sign.
using GeodesicEvent = std::function<double(const Eigen::Vector3d& point,
                                           const Eigen::Vector3d& tangent, double length)>;

// Shapes: half space, sphere, infinite cylinder and cone (its wall; it ends at apex and rim) have
// closed forms; ellipsoid, torus, height map and capsule are integrated. The others have faces and
// edges and are refused with an InputError that names the shape. Start and end points are first
// brought to the surface (nearest), directions into the tangent plane and to unit length; a
// direction along the normal is refused with an InputError.

/// From a point in a direction over a length >= 0 [m].
Geodesic shoot_geodesic(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& direction,
                        double length, const GeodesicOptions& options = {});

/// From a point in a direction to where an event first changes its sign, found to rounding, at
/// `most_length` at the latest. An event that is zero at the start counts from where it has left
/// zero. Two changes are seen only where a look comes between them: eight in each step of
/// integration; on closed forms 64 in all, and one in each tenth of a radian of bend.
Geodesic shoot_geodesic_until(const Shape&, const Eigen::Vector3d& from,
                              const Eigen::Vector3d& direction, const GeodesicEvent& event,
                              double most_length, const GeodesicOptions& options = {});

/// The same to the first crossing of a plane after the start.
Geodesic shoot_geodesic_to_plane(const Shape&, const Eigen::Vector3d& from,
                                 const Eigen::Vector3d& direction, const CuttingPlane& plane,
                                 double most_length, const GeodesicOptions& options = {});

/// As shoot_geodesic, integrated on any shape that has a Hessian along the way. x'' = -(x' H x') g
/// / |g|^2 and the Jacobi equation, by extrapolated midpoint steps (Gragg 1965; Bulirsch & Stoer
/// 1966) of twelfth order with chosen length, each brought back to the surface.
Geodesic integrate_geodesic(const Shape&, const Eigen::Vector3d& from,
                            const Eigen::Vector3d& direction, double length,
                            const GeodesicOptions& options = {});

/// As shoot_geodesic_until, integrated.
Geodesic integrate_geodesic_until(const Shape&, const Eigen::Vector3d& from,
                                  const Eigen::Vector3d& direction, const GeodesicEvent& event,
                                  double most_length, const GeodesicOptions& options = {});

/// Between two points, near a first guess of direction and length: Newton's method on the end
/// point, whose derivatives are the tangent (by length) and the rotational Jacobi field along the
/// binormal (by direction), which are across each other: the orthogonal method (Scholz, Sherman,
/// Stavness, Delp & Kecskemethy 2016, Multibody Syst. Dyn. 36:195-219). The length may become that
/// of a longer way round.
Geodesic geodesic_near(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                       const Eigen::Vector3d& direction, double length,
                       const GeodesicOptions& options = {});

/// The shortest of the geodesics between two points: on the shapes with closed forms for certain,
/// on the others the shortest of those that a fan of shots from the start leads to.
Geodesic shortest_geodesic(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                           const GeodesicOptions& options = {});

/// The geodesic between points that have moved a little, near to the one before.
Geodesic continued_geodesic(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                            const Geodesic& before, const GeodesicOptions& options = {});

/// How two shots, from both ends towards each other, miss each other where they meet the plane
/// halfway between the ends, across the line through them.
struct SplitError {
  double gap = 0;  ///< across the first shot, in the surface, from it to the second [m]
  double angle =
      0;  ///< from the first shot's direction to the second's, reversed, to the left [rad]
  bool both_hit = false;  ///< both reached the plane; else the errors mean nothing
};
SplitError split_geodesic_error(const Shape&, const Eigen::Vector3d& from,
                                const Eigen::Vector3d& to, const Eigen::Vector3d& direction_from,
                                const Eigen::Vector3d& direction_to,
                                const GeodesicOptions& options = {});

/// Between two points by Newton's method on that error, over both directions, derivatives by
/// differences. `direction_from` and `direction_to` are first guesses, each towards the other end.
/// The result is a shot from the start over the length found, with its distance from the end as
/// residual.
Geodesic split_geodesic(const Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                        const Eigen::Vector3d& direction_from, const Eigen::Vector3d& direction_to,
                        const GeodesicOptions& options = {});

}  // namespace condyle
