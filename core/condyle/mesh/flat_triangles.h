#pragma once

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// What remove_flat_triangles did.
struct FlatTriangleCounts {
  int dropped = 0;
  int turned = 0;
  int cut_out = 0;  ///< dropped though the edges around them are open now
};

/// Removes degenerate triangles (is_degenerate), where it can without opening a hole. One whose
/// corners are not
/// three vertices is dropped: its sides cancel. One whose longest side is open is dropped: its
/// middle corner lies on the border. One whose longest side has a neighbour gets the other diagonal
/// of the quadrilateral that both make, if that gives two sound triangles. Of those that are left,
/// one that has no normal (has_normal) is dropped all the same; the others stay.
/// Precondition: valid indices, welded.
FlatTriangleCounts remove_flat_triangles(TriangleMesh& mesh);

}  // namespace condyle
