#pragma once

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

/// Result of remove_flat_triangles: the number of triangles changed in each way.
struct FlatTriangleCounts {
  int dropped = 0;
  int turned = 0;
  int cut_out = 0;  ///< dropped although this leaves the edges around them open
};

/// Removes degenerate triangles (is_degenerate), if possible without opening a hole:
/// - A triangle with fewer than three different vertices is dropped: its sides cancel.
/// - A triangle whose longest side is open is dropped: its middle corner lies on the border.
/// - A triangle whose longest side has a neighbour: the diagonal of the quadrilateral that both
///   form is flipped, if this gives two sound triangles.
/// Of the remaining degenerate triangles, those without a normal (has_normal) are dropped even
/// though this opens a hole; the others stay. Precondition: valid indices, welded.
FlatTriangleCounts remove_flat_triangles(TriangleMesh& mesh);

}  // namespace condyle::mesh
