#pragma once

#include <Eigen/Core>
#include <optional>

#include "core/src/ligament/wrap_arc.h"

namespace condyle::ligament {

/// First guesses for the geodesic of a path from `from` to `to`. Both points are in the shape's
/// frame and outside the shape.

/// A curve over a surface between two tangent points; not necessarily a geodesic.
struct WrapCurve {
  ArcStart start;
  Eigen::Vector3d end_point, end_tangent;
};

/// Guess for an ellipsoid, made in the affine image in which the ellipsoid is the unit ball: a
/// plane through both ends cuts the ball in a circle, and the path goes around that circle.
/// Tangents of the circle map to tangents of the ellipsoid. `tilt` turns the plane about the line
/// through the ends, away from the plane through the centre; a tilt of pi goes the long way round.
/// Returns none if this path does not touch. If the line passes through the centre, `aside` tells
/// which way to go.
std::optional<WrapCurve> ellipsoid_section(const geometry::Ellipsoid&, const Eigen::Vector3d& from,
                                           const Eigen::Vector3d& to, double tilt,
                                           const Eigen::Vector3d& aside);

/// The tilt of the section plane that contains `direction`, a vector from the centre in the image
/// in which the ellipsoid is the unit ball.
double tilt_towards(const geometry::Ellipsoid&, const Eigen::Vector3d& from,
                    const Eigen::Vector3d& to, const Eigen::Vector3d& direction);

/// Guess for a strand through the hole of a torus: a wrap around a straight tube tangent to the
/// ring at the point where the path over the inner equator is shortest. `side` restricts that point
/// to one side of the ring.
ArcStart torus_guess(const geometry::Torus&, const std::optional<Eigen::Vector3d>& side,
                     const Eigen::Vector3d& from, const Eigen::Vector3d& to);

/// Guess for any shape with a nearest-point query: a chain of points that is shortened while it is
/// kept out of the shape. Returns none if the chain comes free. Allocates.
std::optional<ArcStart> chain_guess(const geometry::Shape&, const Eigen::Vector3d& from,
                                    const Eigen::Vector3d& to);

}  // namespace condyle::ligament
