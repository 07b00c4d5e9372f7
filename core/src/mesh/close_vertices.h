#pragma once

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

/// Moves every vertex that is within `distance` [m] of an earlier, unmoved vertex onto that vertex
/// (the lowest-numbered one, if there are several), so that welding merges them. Precondition:
/// finite vertices, distance > 0.
void draw_close_vertices_together(TriangleMesh& mesh, double distance);

}  // namespace condyle::mesh
