#pragma once

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::bench {

/// The mesh with every boundary loop closed by a fan to the loop's middle: what peers need that
/// take closed meshes only. The triangles of `mesh` come first, then the caps. Precondition:
/// welded.
TriangleMesh capped(TriangleMesh mesh);

}  // namespace condyle::bench
