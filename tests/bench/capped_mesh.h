#pragma once

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::bench {

/// The mesh with every boundary loop closed by a fan to the loop's middle, for peers that need
/// closed meshes. The triangles of `mesh` come first, then the caps. Precondition: the mesh is
/// welded.
TriangleMesh capped(TriangleMesh mesh);

}  // namespace condyle::bench
