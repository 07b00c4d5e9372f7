#pragma once

#include "condyle/geometry/shape.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A mesh with its vertices on the surface and no point of its triangles further than `chord_error`
/// [m] from it, in the shape's frame. Closed and wound outward, but for the height map, whose mesh
/// is its surface alone, normals upward. Of a mesh solid, its own. Throws InputError for the half
/// space and the infinite cylinder, for a chord error that is not positive and finite, and where
/// more than 4 million triangles would be needed.
TriangleMesh mesh_of(const Shape&, double chord_error);

}  // namespace condyle
