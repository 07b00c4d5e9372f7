#pragma once

#include <string>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

struct MeshAsset {
  std::string ending;  ///< of the file's name
  std::string bytes;
};

/// A mesh as a file for MuJoCo, in metres: OBJ, or MuJoCo's own MSH for a flat mesh. MuJoCo makes
/// a convex hull of each mesh, which a flat one has not: it gets a vertex of no triangle behind it.
MeshAsset mesh_asset(const TriangleMesh& mesh);

}  // namespace condyle
