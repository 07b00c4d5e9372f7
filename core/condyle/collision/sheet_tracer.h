#pragma once

// Tracing: the rays of a cluster that has a sheet (sheet.h), each against the triangle that it
// crossed last, four at a time (ray_packet.h), walking on to a neighbour where it left that. Leaves
// of a few rays that are out of contact rest until the gap may have closed (leaf_rests.h). A ray
// that cannot be told so, or has no sheet, is searched for in the whole target.

#include <array>
#include <vector>

#include "condyle/collision/hit_collector.h"
#include "condyle/collision/leaf_rests.h"
#include "condyle/collision/nearby_normals.h"
#include "condyle/collision/ray_cluster.h"
#include "condyle/collision/ray_packet.h"
#include "condyle/collision/search_frame.h"
#include "condyle/collision/sheet.h"
#include "condyle/collision/triangle_links.h"
#include "condyle/collision/triangle_tree.h"

namespace condyle {

class SheetTracer {
 public:
  /// Keeps references to the hierarchies and links, which must outlive the tracer. No sheet may
  /// have more than `largest_sheet` rays.
  SheetTracer(const CastingRays& rays, const TriangleTree& casting_tree, const RayTree& ray_tree,
              const TriangleTree& target, const TriangleLinks& links, int largest_sheet);

  /// Forgets which leaves rest.
  void wake_all();

  /// Takes the prover's last sheet for that of a node: wakes leaves that rest by more than it says,
  /// and lets those of the rays that did not cross it begin on it anew.
  void start(const RayNode& node, const SheetProver& prover, const Sheet& sheet);

  /// The triangle that a ray near the cluster's middle crossed last, in tree order, or -1.
  int crossed_near_middle(const RayCluster& rays) const {
    return crossed_[(rays.first + rays.last) / 2];
  }

  /// Collects the hits of a node's rays by its sheet.
  void trace(const RayNode& node, const SearchFrame& frame, const Sheet& sheet, HitCollector& hits);

  /// Collects the hits of a cluster's rays by searching the target; returns whether there are any.
  bool search(const RayCluster& rays, const SearchFrame& frame, HitCollector& hits) const;

  /// The same where only some leaves of the target can be met.
  bool search(const RayCluster& rays, std::span<const int> leaves, const SearchFrame& frame,
              HitCollector& hits) const;

 private:
  struct ReadyLeaf {
    int leaf, first, last;  ///< its places among the ready rays, [first, last)
  };

  int ready_leaves(const SearchFrame& frame);
  void cross_all(int count, const Sheet& sheet);
  void walk_on(const Certainty& certainty);
  void settle(const ReadyLeaf& ready, const Sheet& sheet, const SearchFrame& frame,
              HitCollector& hits);
  void rest_over(const ReadyLeaf& ready, const RayReach& gap, const Sheet& sheet,
                 const SearchFrame& frame);
  void rest_apart(int leaf, const SearchFrame& frame);
  bool search_ray(int ray, const SearchFrame& frame, HitCollector& hits) const;
  template <class FindNearest>
  bool keep_found(int ray, const SearchFrame& frame, HitCollector& hits,
                  const FindNearest& find_nearest) const;
  Ray inward(int ray, const SearchFrame& frame) const;
  bool keep(int ray, ProximityHit hit, HitCollector& hits) const;

  const RayTree* ray_tree_;
  const TriangleTree* target_;
  const TriangleLinks* links_;
  RayArrays arrays_;
  std::vector<int> casting_triangles_;  ///< of each ray
  std::vector<int> leaf_rays_;          ///< first ray of each leaf, and one more
  NearbyNormals normals_;
  LeafRests rests_;
  std::vector<double> leaf_restless_until_;  ///< per leaf: frame.travelled from which on to ask
                                             ///< how far the target is
  std::vector<int> crossed_;                 ///< per ray: the triangle that it crossed last, or -1

  // Of the sheet being traced.
  ReadyRays ready_;
  std::vector<int> ready_rays_;  ///< the ray at each place
  std::vector<int> awake_;       ///< leaves that do not rest
  std::vector<ReadyLeaf> ready_leaves_;
  std::vector<int> walking_;  ///< places of rays that left the triangle that they crossed
};

}  // namespace condyle
