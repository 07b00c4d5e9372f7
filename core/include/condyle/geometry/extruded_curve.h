#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A plane curve for contact in two dimensions, such as the outline of a cam or a tooth.
struct PlaneCurve {
  std::vector<Eigen::Vector2d> points;  ///< the curve passes through these points, in order [m]
  bool is_closed = false;  ///< the last point connects to the first, which is not repeated
  bool is_smooth = false;  ///< a cubic spline over the chord length, otherwise straight lines
};

/// The wall that a curve sweeps along z, from -depth/2 to depth/2, open at both ends. It faces to
/// the right of the curve's direction: outward if the curve is closed and counter-clockwise. The
/// curve is cut into pieces of equal parameter, no longer than `longest_edge` except for the bend
/// of a spline. Each piece has four triangles, mirrored at z = 0, so that forces in the plane stay
/// in the plane.
/// A smooth curve has continuous curvature; the ends of an open one have zero curvature.
/// Throws InputError naming `what` if depth or edge is not positive and finite, if there are fewer
/// than two points (closed: three), if a point is not finite or equals the one before it, or if
/// there would be more than a million pieces.
TriangleMesh extrude(const PlaneCurve& curve, double depth, double longest_edge,
                     const std::string& what = "curve");

}  // namespace condyle
