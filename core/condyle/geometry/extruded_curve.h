#pragma once

#include <string>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A curve in the plane, for contact in two dimensions: the outline of a cam, of a tooth.
struct PlaneCurve {
  std::vector<Eigen::Vector2d> points;  ///< it passes through these, in order [m]
  bool is_closed = false;  ///< from the last point back to the first, which is not said twice
  bool is_smooth = false;  ///< a cubic spline over the length of its chords, else straight lines
};

/// The wall that a curve sweeps along z, from -depth/2 to depth/2. It faces to the right of the way
/// along the curve: outward where that is closed and runs counter-clockwise. The curve is cut into
/// pieces of equal parameter, no longer than `longest_edge` but for the bend of a spline; each
/// carries four triangles, mirrored at z = 0, so that forces in the plane stay in it. Pieces x 4
/// triangles, open at z = -depth/2 and depth/2.
/// A smooth curve has a continuous curvature; where it is open its ends have none.
/// Throws InputError naming `what` where depth or edge are not positive and finite, there are fewer
/// than two points (closed: three), one is not finite or equal to the one before, or there would be
/// more than a million pieces.
TriangleMesh extrude(const PlaneCurve& curve, double depth, double longest_edge,
                     const std::string& what = "curve");

}  // namespace condyle
