#pragma once

#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// The mesh without its last triangle.
TriangleMesh with_hole(TriangleMesh mesh);

/// The mesh with some triangles wound the other way.
TriangleMesh with_turned(TriangleMesh mesh, const std::vector<int>& triangles);

/// The mesh with all triangles wound the other way.
TriangleMesh inside_out(TriangleMesh mesh);

/// The mesh with three separate vertices for each triangle, as in an STL file.
TriangleMesh unwelded(const TriangleMesh& mesh);

/// The mesh with the first side of triangle 0 split at its middle, only in its neighbour; a
/// triangle of zero area joins both. It stays closed.
TriangleMesh with_flat_triangle(TriangleMesh mesh);

/// A band of 24 triangles with half a twist.
TriangleMesh moebius_strip();

}  // namespace condyle
