#pragma once

// The data of both sides of a search: the target in packs of sixteen, the casting side's rays one
// by one. No Eigen here: see simd/lanes.h.

namespace condyle {

/// Most rays of a bundle, bundles of a group and children of a node.
inline constexpr int k_bundle = 16;

/// Sixteen boxes along the target's axes. An empty lane has a negative size, which nothing comes
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
};

/// A ray in the casting frame, and the index of its casting triangle.
struct alignas(64) CastingRay {
  double origin[3], normal[3];
  int index;
};

/// A triangle of the target, and its index in the mesh.
struct TargetTriangle {
  double corner[3][3];
  int index;
};

}  // namespace condyle
