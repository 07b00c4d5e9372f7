#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {

/// The part of a surface that lies over the back of its layer, seen along the one direction in
/// which the layer is thick. Its frame has that direction as z; x and y are the plan.
struct Footprint {
  Eigen::Matrix3d R_FS;        ///< from the mesh's frame to this
  std::vector<int> triangles;  ///< of the surface, that face up and have the back below them
  TriangleMesh top, back;      ///< these triangles, welded, and the whole back, in this frame
  geometry::TriangleTree top_tree, back_tree;
  double highest;  ///< of the top [m]
};

/// The direction is the mean normal of the surface, or of the back where the surface is closed.
/// Triangles that are steeper than 80 degrees, or have no back below them, do not belong to it.
/// Throws InputError naming `what` if there is no direction, nothing lies over the back, or a part
/// of the surface lies over another, with the place and the remedy.
Footprint make_footprint(const TriangleMesh& surface, const TriangleMesh& back,
                         const std::string& what);

/// Height of the top over a point of the plan, that of the uppermost part [m]; none beside it.
std::optional<double> top_height(const Footprint& footprint, const Eigen::Vector2d& point);

using PlanLoop = std::vector<Eigen::Vector2d>;

/// The borders in the plan, counter-clockwise around what they bound and clockwise around holes,
/// straightened to within `tolerance` [m]. Loops smaller than its square are left out.
std::vector<PlanLoop> outline_of(const Footprint& footprint, double tolerance);

/// Area that a loop bounds, negative if it runs clockwise [m^2].
double area_of(const PlanLoop& loop);

}  // namespace condyle
