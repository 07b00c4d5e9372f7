#pragma once

#include <cstdint>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

/// Triangles connected across edges that exactly two triangles share.
struct Patch {
  std::vector<int> triangles;  ///< triangle indices, the lowest first
  /// For each of `triangles`: 1 if wound against the first triangle.
  std::vector<std::uint8_t> against;
  bool closed = true;      ///< every edge has exactly two uses
  bool orientable = true;  ///< false for a Moebius strip and the like
  /// Whether the patch, closed and orientable and wound like its first triangle, would face the
  /// wrong way: into the body, or, for the wall of a cavity inside another patch, out of the
  /// cavity.
  bool first_is_inward = false;

  bool consistent() const;  ///< orientable, and all triangles wound alike
};

/// The patches of the mesh, in the order of their first triangles. Precondition: valid indices.
std::vector<Patch> find_patches(const TriangleMesh& mesh);

}  // namespace condyle::mesh
