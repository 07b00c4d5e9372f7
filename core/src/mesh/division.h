#pragma once

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

/// The longest edge of any triangle [m]; 0 for a mesh without triangles.
double longest_edge(const TriangleMesh& mesh);

/// Subdivides a mesh: halves every edge longer than `most` (> 0) [m], repeatedly, until none is
/// left. Triangles that share an edge through common vertices still do so afterwards. Throws
/// InputError if this would make more than 4 million triangles.
TriangleMesh divided(TriangleMesh mesh, double most);

}  // namespace condyle::mesh
