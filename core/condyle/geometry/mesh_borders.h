#pragma once

#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// The borders of a mesh as closed loops of vertices, each in the sense in which its triangles run
/// along it (the surface lies to the left, seen from outside), beginning with its lowest vertex; in
/// the order of those. Where several borders touch at a vertex they are told apart in a fixed way.
/// Empty for a closed mesh. Preconditions: valid indices, welded, consistently wound.
std::vector<std::vector<int>> border_loops(const TriangleMesh& mesh);

}  // namespace condyle
