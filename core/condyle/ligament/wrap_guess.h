#pragma once

#include <Eigen/Core>
#include <optional>

#include "condyle/ligament/wrap_arc.h"

namespace condyle {

/// First guesses of the geodesic of a path from `from` to `to`, both in the shape's frame and
/// outside it.

/// A curve over a surface between tangent points, if no geodesic.
struct WrapCurve {
  ArcStart start;
  Eigen::Vector3d end_point, end_tangent;
};

/// Of an ellipsoid, by the affine image in which it is the unit ball: a plane through both ends
/// cuts that in a circle, around which the path goes, and whose tangents are tangents of the
/// ellipsoid too. The plane through the middle is tilted about the line through the ends; by pi it
/// goes the long way round. None where that path does not touch. `aside` says which way to go where
/// the line meets the middle.
std::optional<WrapCurve> ellipsoid_section(const Ellipsoid&, const Eigen::Vector3d& from,
                                           const Eigen::Vector3d& to, double tilt,
                                           const Eigen::Vector3d& aside);

/// The tilt of the plane in which a direction from the middle lies, in that image.
double tilt_towards(const Ellipsoid&, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                    const Eigen::Vector3d& direction);

/// Of a strand through the hole of a torus: as around a straight tube that touches the ring where
/// the way over its inner equator is shortest. `side` restricts where on the ring that is.
ArcStart torus_guess(const Torus&, const std::optional<Eigen::Vector3d>& side,
                     const Eigen::Vector3d& from, const Eigen::Vector3d& to);

/// Of any shape that has a nearest point: a chain of points that is shortened, and kept out of the
/// shape. None where it comes free. Allocates.
std::optional<ArcStart> chain_guess(const Shape&, const Eigen::Vector3d& from,
                                    const Eigen::Vector3d& to);

}  // namespace condyle
