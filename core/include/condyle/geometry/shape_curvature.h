#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"

namespace condyle {

/// Names the feature with a jump of the normal on which a point of the surface lies: "an edge" or
/// "a corner" of a brick, "the rim" of a cylinder or cone, "the apex". Null where the surface is
/// smooth. A point within rounding of the feature, 1e-12 of the shape's size, counts as on it.
/// Meshes are not checked.
const char* crease_at(const Shape&, const Eigen::Vector3d& on_surface);

/// The jet at a point of the surface, for use in curvature(). Where only the curvature jumps, the
/// jet is that of one side: on a capsule's seam the wall, on a grid line of a height map the patch
/// towards greater x and y, on its border the map. Throws InputError naming the shape and the point
/// on a crease, and for a mesh.
SurfaceJet curved_jet(const Shape&, const Eigen::Vector3d& on_surface);

}  // namespace condyle
