#pragma once

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// The longest edge of all triangles [m]; 0 without triangles.
double longest_edge(const TriangleMesh& mesh);

/// The same surface with edges longer than `most` (> 0) [m] cut in halves, over and over, until
/// none is left; triangles that share an edge by its vertices go on to do so. Throws InputError
/// where that makes more than 4 million triangles.
TriangleMesh divided(TriangleMesh mesh, double most);

}  // namespace condyle
