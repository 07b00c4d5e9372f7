#pragma once

#include "condyle/geometry/shape.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A mesh of the surface, in the shape's frame: its vertices lie on the surface, and no point of
/// its triangles is further than `chord_error` [m] from it. Closed and wound outward, except for a
/// height map, whose mesh is only its surface, with normals upward. For a mesh solid, its own mesh.
/// Throws InputError for a half space and an infinite cylinder, for a chord error that is not
/// positive and finite, and if the mesh would need more than 4 million triangles.
TriangleMesh mesh_of(const Shape&, double chord_error);

}  // namespace condyle
