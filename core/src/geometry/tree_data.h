#pragma once

// The data of a hierarchy over triangles, in packs of sixteen. No Eigen here: see simd/lanes.h.

namespace condyle::geometry {

/// Most items of a leaf and children of a node; in a search of contact, rays of a bundle and
/// bundles of a group.
inline constexpr int k_bundle = 16;

/// Sixteen boxes along the mesh's axes. An empty lane has a negative size, which nothing comes
/// near.
struct alignas(64) BoxPack {
  float center[3][16], half[3][16];
};

/// The corners of sixteen triangles: x, y, z of the first corner, and so on. An empty lane is far
/// from everything.
struct alignas(64) TrianglePack {
  float corner[9][16];
};

/// Box i of pack j on a level encloses pack 16 j + i of the level below; on level 0 it encloses
/// leaf 16 j + i.
struct PackedTree {
  static constexpr int k_most_levels = 8;
  const BoxPack* level[k_most_levels] = {};
  int levels = 0;  ///< number of levels; the last level is one pack
  const TrianglePack* leaves = nullptr;
  int triangles = 0;  ///< their number: the rest of the last leaf is empty
};

/// A triangle, and its index in the mesh.
struct TreeTriangle {
  double corner[3][3];
  int index;
};

}  // namespace condyle::geometry
