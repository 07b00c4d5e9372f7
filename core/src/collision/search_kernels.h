#pragma once

#include "core/src/collision/casting_ray.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/geometry/tree_data.h"

// The inner loops of the search, sixteen lanes at once: plain data, and functions compiled for
// several kinds of processor (simd_path.h). No Eigen here: see lanes.h.
//
// Lengths are in units of the target (TreeSpace), from the centre of its box, so that no
// coordinate of the target exceeds 1 in magnitude and no product of three coordinates leaves the
// range of float. K is the frame of a bundle of rays: its z axis is their mean normal, its origin
// the centre of the box of their origins.

namespace condyle {

/// The space that some rays sweep: in K, the box of their origins extended along z, widening with
/// the distance from the box as much as the rays lean.
struct Beam {
  float axes[3][3];  ///< axes x, y, z of K in the target's frame
  float center[3];   ///< origin of K in the target's frame
  float half[3];     ///< half size of the box of origins, rounding included
  float slope[2];    ///< growth of half_x and half_y per length along z
  float low, high;   ///< ends along z
  float longest;     ///< length of the rays, inward or outward, whichever is larger
  float weight;      ///< factor of lengths along z in all distances
};

/// The rays of a bundle in its frame K. Lanes beyond the last ray repeat it.
struct alignas(64) BundleRays {
  float origin[3][16], normal[3][16];
};

/// A triangle in the frame K of a bundle, seen along z. A ray that passes (x, y) at z = `height`
/// may cross the triangle only if a x + b y + c >= 0 for each of the three sides. A ray's origin
/// (x, y, z) is not below the plane if a x + b y + c + z >= 0. list_rows.h bounds the errors.
struct ListRow {
  float height, side[3][3], plane[3];
  int triangle;  ///< index in the order of the tree
};

/// A triangle that some rays may cross. Bit i of `rays` is set if ray i may cross it.
struct MetRow {
  int triangle;
  unsigned rays;
};

/// The input of make_list, for one bundle.
struct ListTask {
  const geometry::PackedTree* tree;
  const int* packs;  ///< packs of level 0 that hold everything that the bundle may come near
  int pack_count;
  Beam beam;
  float margin;       ///< triangles up to this distance from the beam are listed
  float wide;         ///< the packs hold everything up to this distance from the beam; >= margin
  float steepest[2];  ///< bound on the rays' slopes in K while the list lasts
  float outward, rounding;  ///< outward reach of the rays; error of a coordinate in K
  const BundleRays* rays;
  int ray_count;
  ListRow* rows;  ///< output, with room for `room` rows
  int room;
};

struct ListFacts {
  int count = 0;    ///< number of rows of the list; at most `room` of them are written
  float clear = 0;  ///< lower bound on the target's distance from the beam, at most `wide`
  /// Greatest height of a ray's origin above the plane of a triangle that the ray comes near.
  float highest = -1e30f;
  float steep[2] = {0, 0};  ///< steepest rise of these planes along x and y
  /// Whether a ray may leave the target by a listed triangle, so that it faces away from the ray.
  bool may_leave = false;
};

/// Sixteen bundles: the axes and origins of their frames K and the half sizes of their boxes, in
/// the casting frame with its origin moved to the centre of the casting mesh.
struct alignas(64) BundleFrames {
  float axes[3][3][16];  ///< [k][j]: component j of axis k
  float center[3][16], half[3][16], slope[2][16];
};

/// A rigid motion of the casting mesh: p becomes p + turn p + shift, in the casting frame before
/// the motion.
struct SmallMotion {
  float turn[3][3], shift[3];
  float rounding;  ///< bound on the error of a displacement [units of the target]
};

/// The effect of a motion on sixteen bundles, each in its frame K before the motion.
struct alignas(64) BundleMotions {
  float turn[3][3][16], shift[3][16];
  float beam[3][16];    ///< bound on the displacement of the beam's points along x, y, z
  float origin[3][16];  ///< bound on the displacement of the rays' origins along x, y, z
  float most_turn[16];  ///< largest element of `turn` in magnitude
};

/// The children of a node of rays: the balls around everything that they reach, in the casting
/// frame [m], and their remaining distances: how far their points can move before they can hit
/// anything [m]; negative if they may hit something now. In lanes without a child the remaining
/// distance is infinite.
struct alignas(64) Siblings {
  double center[3][16], radius[16], left[16];
};

/// A RigidMotion (motion_bound.h) as plain numbers.
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

/// The results of cross() (ray_triangle.h) for eight candidates: one bit each, and the distances,
/// which are equal to the bit. The results of candidates whose `unsure` bit is set are invalid.
struct alignas(64) Crossings {
  double distance[8];
  unsigned hit, leaves, unsure;
  unsigned counts;  ///< counts_alone() (proximity_rule.h), for hits
};

struct SearchKernels {
  /// A lower bound on the distance between a beam and everything below some packs of a level, at
  /// most `wanted`. Not above 0 if they may touch. For a distant box, the distance of the box
  /// itself counts.
  float (*distance)(const geometry::PackedTree& tree, int level, const int* packs, int count,
                    const Beam& beam, float wanted);

  /// Writes the packs of level 0 that hold a box within the margin of a beam, as far as there is
  /// room. Returns their number, which may exceed the room.
  int (*near_packs)(const geometry::PackedTree& tree, const Beam& beam, float margin, int* packs,
                    int room);

  ListFacts (*make_list)(const ListTask& task);

  void (*move)(const BundleFrames& frames, float inward, float outward, const SmallMotion& motion,
               BundleMotions& moved);

  /// Subtracts each child's displacement from its remaining distance. Returns the children with no
  /// distance left, one bit each.
  unsigned (*subtract)(Siblings& children, const MeshMotion& motion);

  /// Tests the rays of a bundle, moved by one lane of `moved`, against the rows of its list. Writes
  /// the rows whose triangle some ray may cross and returns their number; `met` has room for all
  /// rows.
  int (*trace)(const BundleRays& rays, const BundleMotions& moved, int lane, const ListRow* rows,
               int count, MetRow* met);

  /// Tests eight candidates.
  void (*cross)(const CastingRay* rays, const geometry::TreeTriangle* triangles,
                const PlainPose& X_TC, const ProximityWindow& window, const Candidate* candidates,
                Crossings& crossings);
};

/// The kernels for simd_path().
const SearchKernels& search_kernels();

}  // namespace condyle
