#pragma once

#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// The borders of a mesh as closed loops of vertices. Each loop runs in the direction of its
/// triangles' winding (the surface lies to the left, seen from outside) and begins with its lowest
/// vertex; loops are ordered by that vertex. If several borders touch at a vertex, they are
/// separated in a deterministic way. Empty for a closed mesh. Preconditions: valid indices, welded,
/// consistently wound.
std::vector<std::vector<int>> border_loops(const TriangleMesh& mesh);

}  // namespace condyle
