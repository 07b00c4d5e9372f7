#pragma once

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// What remove_flat_triangles did.
struct FlatTriangleCounts {
  int dropped = 0;
  int turned = 0;
};

/// Removes degenerate triangles (is_degenerate) without opening a hole. One whose corners are not
/// three vertices is dropped: its sides cancel. One whose longest side is open is dropped: its
/// middle corner lies on the border. One whose longest side has a neighbour gets the other diagonal
/// of the quadrilateral that both make, if that gives two sound triangles; else it stays.
/// Precondition: valid indices, welded.
FlatTriangleCounts remove_flat_triangles(TriangleMesh& mesh);

}  // namespace condyle
