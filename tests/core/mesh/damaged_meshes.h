#pragma once

#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Without its last triangle.
TriangleMesh with_hole(TriangleMesh mesh);

/// With these triangles wound the other way.
TriangleMesh with_turned(TriangleMesh mesh, const std::vector<int>& triangles);

/// With all triangles wound the other way.
TriangleMesh inside_out(TriangleMesh mesh);

/// With three vertices of its own for each triangle, as in an STL file.
TriangleMesh unwelded(const TriangleMesh& mesh);

/// With the first side of triangle 0 split at its middle, on the side of its neighbour alone; a
/// triangle of no area joins both. Stays closed.
TriangleMesh with_flat_triangle(TriangleMesh mesh);

/// A band of 24 triangles with half a twist.
TriangleMesh moebius_strip();

}  // namespace condyle
