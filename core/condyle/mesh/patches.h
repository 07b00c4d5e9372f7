#pragma once

#include <cstdint>
#include <vector>

#include "condyle/mesh/topology.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Triangles that hang together across edges which exactly two triangles share.
struct Patch {
  std::vector<int> triangles;         ///< the lowest index first
  std::vector<std::uint8_t> against;  ///< parallel: 1 where wound against the first triangle
  bool closed = true;                 ///< it has no edge of another number of uses
  bool orientable = true;             ///< false for a Moebius strip and its like
  /// Closed and orientable, and wound as the first triangle says it would face the wrong way:
  /// into the body, or, for the wall of a cavity inside another patch, out of it.
  bool first_is_inward = false;

  bool consistent() const;  ///< orientable, and no triangle is wound against another
};

/// The patches of the mesh in the order of their first triangles. `uses` are its sorted_edge_uses.
std::vector<Patch> find_patches(const TriangleMesh& mesh, const std::vector<EdgeUse>& uses);

}  // namespace condyle
