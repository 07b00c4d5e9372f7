#pragma once

#include "condyle/geometry/shape.h"

namespace condyle::geometry {

/// Moves the vertices of a mesh of the shape, of which mesh_of() puts all on the surface, so that
/// the triangles' centroids lie on it instead: rays that start there then find the depth without
/// the triangles' distance from the surface, which would be missing everywhere. No vertex moves by
/// more than about that distance. Flat faces stay. Vertices of a cylinder lie on it
/// afterwards: its side and its ends share those of the rims, and a ContactSurface lets its rays
/// start on the side. Leaves height maps, bricks and meshes as they are.
void centre_on(const Shape& shape, TriangleMesh& mesh);

}  // namespace condyle::geometry
