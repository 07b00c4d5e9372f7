#pragma once

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// The longest edge of all triangles [m]; 0 without triangles.
double longest_edge(const TriangleMesh& mesh);

/// Every triangle cut into n x n equal ones, in order, with the least n that leaves no edge longer
/// than `most` (> 0) [m]; neighbours stay neighbours. Throws InputError where that makes more than
/// 4 million triangles.
TriangleMesh divided(const TriangleMesh& mesh, double most);

}  // namespace condyle
