#pragma once

#include <span>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// The mesh with its vertices moved inward by what is worn off its triangles [m, one each]: a
/// vertex by the mean over its triangles, weighted by area, along their mean normal. Triangles that
/// are bent from that normal by more than 45 degrees, behind an edge, do not count. What is removed
/// is the sum of area times depth, but for the surface's curvature. Precondition: vertices at one
/// position are one (welded()).
TriangleMesh worn_mesh(const TriangleMesh& mesh, std::span<const double> depth);

}  // namespace condyle
