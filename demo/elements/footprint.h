#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {

/// The part of a surface that lies over the back of its layer, seen along the layer's thickness
/// direction. That direction is the z axis of the footprint's frame F; x and y span the plan.
struct Footprint {
  Eigen::Matrix3d R_FS;  ///< rotation from the mesh's frame to F
  /// The surface's triangles that face up and have the back below them.
  std::vector<int> triangles;
  TriangleMesh top, back;  ///< the triangles above, welded, and the whole back, both in F [m]
  geometry::TriangleTree top_tree, back_tree;
  double highest;  ///< largest z of the top [m]
};

/// The thickness direction is the mean normal of the surface, or of the back if the surface is
/// closed. Triangles that are steeper than 80 degrees or have no back below them are left out.
/// Throws InputError that names `what` and the remedy if there is no such direction, if nothing
/// lies over the back, or if a part of the surface lies over another (with the place).
Footprint make_footprint(const TriangleMesh& surface, const TriangleMesh& back,
                         const std::string& what);

/// z of the top at a point of the plan [m], of its uppermost part; none outside the top.
std::optional<double> top_height(const Footprint& footprint, const Eigen::Vector2d& point);

using PlanLoop = std::vector<Eigen::Vector2d>;

/// The borders in the plan, counter-clockwise around the area and clockwise around holes,
/// straightened to within `tolerance` [m]. Loops with an area below the square of the tolerance are
/// left out.
std::vector<PlanLoop> outline_of(const Footprint& footprint, double tolerance);

/// Area that a loop bounds, negative if it runs clockwise [m^2].
double area_of(const PlanLoop& loop);

}  // namespace condyle
