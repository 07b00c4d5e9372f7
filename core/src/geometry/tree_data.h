#pragma once

// The data of a hierarchy over triangles, in packs of sixteen. No Eigen here: see simd/lanes.h.

namespace condyle::geometry {

/// Largest number of items in a leaf and of children of a node; in a search of contact, of rays in
/// a bundle and of bundles in a group.
inline constexpr int k_bundle = 16;

/// Sixteen boxes along the mesh's axes. An empty lane has a negative size: nothing comes near it.
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
  int triangles = 0;  ///< number of triangles: the other lanes of the last leaf are empty
};

/// A triangle, and its index in the mesh.
struct TreeTriangle {
  double corner[3][3];
  int index;
};

}  // namespace condyle::geometry
