#pragma once

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Gives every vertex at most `distance` [m] from an earlier, unmoved one the position of the
/// lowest such, so that welding merges them. Precondition: finite vertices, distance > 0.
void draw_close_vertices_together(TriangleMesh& mesh, double distance);

}  // namespace condyle
