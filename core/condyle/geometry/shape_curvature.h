#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_jet.h"

namespace condyle {

/// What a point of the surface lies on where the normal jumps, in words: "an edge" or "a corner" of
/// a brick, "the rim" of a cylinder or cone, "the apex". Null where the surface is smooth. Places
/// nearer than rounding, 1e-12 of the shape's size, count as it. A mesh is not looked at.
const char* crease_at(const Shape&, const Eigen::Vector3d& on_surface);

/// The jet at a point of the surface, to take its curvature from. Where the curvature alone jumps,
/// it is that of one side: on a capsule's seam the wall's, on a height map's grid line that of the
/// patch towards greater x and y, on its border that of the map. Throws InputError that names shape
/// and point on a crease, and for a mesh.
SurfaceJet curved_jet(const Shape&, const Eigen::Vector3d& on_surface);

}  // namespace condyle
