#pragma once

// What the search keeps of both sides, as plain data: the target in packs of sixteen, the casting
// side's rays one by one. No Eigen here: see simd/lanes.h.

namespace condyle {

inline constexpr int k_bundle = 16;  ///< rays of a bundle, bundles of a group, children of a node

/// Sixteen boxes, seen in the target's axes. A lane without one has a negative size, which nothing
/// comes near.
struct alignas(64) BoxPack {
  float center[3][16], half[3][16];
};

/// The corners of sixteen triangles: x, y, z of the first corner, and so on. A lane without one is
/// far from everything.
struct alignas(64) TrianglePack {
  float corner[9][16];
};

/// Box i of pack j on a level is about pack 16 j + i of the level below; on level 0, about the
/// triangles of that leaf.
struct PackedTree {
  static constexpr int k_most_levels = 8;
  const BoxPack* level[k_most_levels] = {};
  int levels = 0;  ///< the last is one pack
  const TrianglePack* leaves = nullptr;
};

/// In the casting frame, and which triangle's it is.
struct alignas(64) CastingRay {
  double origin[3], normal[3];
  int index;
};

/// A triangle of the target, and which of the mesh.
struct TargetTriangle {
  double corner[3][3];
  int index;
};

}  // namespace condyle
