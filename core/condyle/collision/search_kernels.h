#pragma once

#include "condyle/collision/search_data.h"

// What the search does many times over, sixteen lanes at once: plain data, and functions that are
// compiled for several kinds of processor (simd_path.h). No Eigen here: see lanes.h.
//
// Lengths are in units of the target (TargetSpace): about the middle of its box, so that no
// coordinate of it is beyond 1 and no product of three of them leaves the range of float. K is the
// frame of a bundle of rays: its z axis is their mean normal, its origin the middle of the box of
// their origins.

namespace condyle {

/// What some rays sweep: in K, the box of their origins drawn out along z, and widening with the
/// distance from it as much as the rays lean.
struct Beam {
  float axes[3][3];  ///< x, y, z of K in the target
  float center[3];   ///< of K in the target
  float half[3];     ///< of the box of origins, rounding included
  float slope[2];    ///< growth of half_x and half_y per length along z
  float low, high;   ///< ends along z
  float longest;     ///< length of the rays, either way
  float weight;      ///< lengths along z count so many times in all distances
};

/// The rays of a bundle in its K; lanes beyond the last repeat it.
struct alignas(64) BundleRays {
  float origin[3][16], normal[3][16];
};

/// A triangle as a bundle's rays see it along z, in its K: three sides, each a x + b y + c >= 0
/// where a ray at `height` may cross the triangle, and a plane, a x + b y + c + z >= 0 where a
/// ray's origin is not below it. How far from the truth: list_rows.h.
struct ListRow {
  float height, side[3][3], plane[3];
  int triangle;  ///< in the order of the tree
};

/// Bit i: ray i may cross the row's triangle.
struct MetRow {
  int triangle;
  unsigned rays;
};

/// The making of one bundle's list.
struct ListTask {
  const PackedTree* tree;
  const int* packs;  ///< of level 0, which hold all that the bundle may come near
  int pack_count;
  Beam beam;
  float margin;             ///< what is no farther from the beam is listed
  float wide;               ///< what is no farther is known to be in the packs; >= margin
  float steepest[2];        ///< of the rays' slopes while the list lasts
  float outward, rounding;  ///< reach; error of a coordinate in K
  const BundleRays* rays;
  int ray_count;
  ListRow* rows;  ///< room for `room` of them
  int room;
};

struct ListFacts {
  int count = 0;            ///< rows that there are, though no more than `room` are written
  float clear = 0;          ///< nothing is nearer to the beam; at most `wide`
  float highest = -1e30f;   ///< that a ray's origin is above a listed plane that it comes near
  float steep[2] = {0, 0};  ///< most that any such plane rises along x and y
};

/// Sixteen bundles: axes, place and size of their K in the casting frame, about the middle of the
/// casting mesh.
struct alignas(64) BundleFrames {
  float axes[3][3][16];  ///< [k][j]: component j of axis k
  float center[3][16], half[3][16], slope[2][16];
};

/// A rigid motion of the casting mesh: p becomes p + turn p + shift, in the casting frame before
/// it.
struct SmallMotion {
  float turn[3][3], shift[3];
  float rounding;  ///< error of a displacement [units of the target]
};

/// What a motion does to sixteen bundles, each in its K before the motion.
struct alignas(64) BundleMotions {
  float turn[3][3][16], shift[3][16];
  float beam[3][16];    ///< no point of the beam goes farther along x, y, z
  float origin[3][16];  ///< no origin of a ray does
  float most_turn[16];  ///< largest number of the turn
};

/// The children of a node of rays: the balls about all that they reach, in the casting frame [m],
/// and how far their points may still go before anything can be hit; negative: no farther. Lanes
/// without a child have all the way.
struct alignas(64) Siblings {
  double center[3][16], radius[16], left[16];
};

/// A RigidMotion (motion_bound.h), as plain numbers.
struct MeshMotion {
  double turn[3][3], shift[3], turn_norm, rounding;
};

/// A ray and a triangle that may meet.
struct Candidate {
  int ray, triangle;
};

/// Rotation, row by row, and translation.
struct PlainPose {
  double R[3][3], p[3];
};

/// What cross() (ray_triangle.h) says of eight candidates: bits, and distances to the bit. It says
/// nothing of those that are `unsure`.
struct alignas(64) Crossings {
  double distance[8];
  unsigned hit, leaves, unsure;
};

struct SearchKernels {
  /// The least distance of what lies below some packs of a level from a beam; `wanted` where
  /// nothing is nearer. Not above 0: they may touch. Something far is taken for as near as its box.
  float (*distance)(const PackedTree& tree, int level, const int* packs, int count,
                    const Beam& beam, float wanted);

  /// Writes the packs of level 0 that hold a box within the margin of a beam, as far as there is
  /// room; returns their number.
  int (*near_packs)(const PackedTree& tree, const Beam& beam, float margin, int* packs, int room);

  ListFacts (*make_list)(const ListTask& task);

  void (*move)(const BundleFrames& frames, float inward, float outward, const SmallMotion& motion,
               BundleMotions& moved);

  /// Takes from what is left of each child its displacement by a motion. Returns those that have
  /// nothing left.
  unsigned (*spend)(Siblings& children, const MeshMotion& motion);

  /// Tests the rays of a bundle, moved as in a lane of `moved`, against the rows of its list.
  /// Writes the rows whose triangle some ray may cross, in room for all, and returns their number.
  int (*trace)(const BundleRays& rays, const BundleMotions& moved, int lane, const ListRow* rows,
               int count, MetRow* met);

  /// Tests eight candidates.
  void (*cross)(const CastingRay* rays, const TargetTriangle* triangles, const PlainPose& X_TC,
                const Candidate* candidates, Crossings& crossings);
};

/// Those of simd_path().
const SearchKernels& search_kernels();

}  // namespace condyle
