#pragma once

#include <memory>
#include <vector>

#include "condyle/collision/casting_rays.h"
#include "condyle/collision/proximity_window.h"
#include "condyle/collision/triangle_tree.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle {

/// Finds for every casting triangle its proximity to the target mesh.
///
/// Walks down the hierarchy of rays. What is far from the target sleeps until the relative motion
/// (motion_bound.h) may have used the distance up; groups of bundles that are near keep lists of
/// the triangles about them (bundle_group.h); what passes their test in float is tested exactly
/// (candidate_test.h). All that could be hit is tested, so any history gives the same bits.
class ProximitySearch {
 public:
  /// Keeps a reference to the target tree, which must outlive the search.
  ProximitySearch(const CastingRays& rays, const TriangleTree& target);
  ProximitySearch(ProximitySearch&&) noexcept;
  ProximitySearch& operator=(ProximitySearch&&) noexcept;
  ~ProximitySearch();

  /// Takes over rays that have moved, as many as before, and the target's tree where that has been
  /// refitted, and forgets all: lists hold for rigid motions alone. Allocates nothing unless rays
  /// have come to fan out.
  void renew(const CastingRays& rays);

  /// From now on up to so many threads, >= 1, share a call of find() among them, where the last one
  /// took longer than `worthwhile` [s, of all threads]: below that, threads cost more than they
  /// bring. Hits are the same to the bit. One thread by default.
  void set_threads(int threads, double worthwhile = k_worth_sharing);
  static constexpr double k_worth_sharing = 50e-6;

  /// Writes the hits inside the window, ascending casting triangle, into `hits` (cleared first).
  /// X_CT: pose of the target mesh in the casting mesh frame. Allocates nothing but the growth of
  /// `hits` and of lists.
  void find(const Pose& X_CT, const ProximityWindow& window, std::vector<ProximityHit>& hits);

 private:
  class Walk;
  std::unique_ptr<Walk> walk_;
};

/// The same by testing every ray against every triangle: the reference for tests.
void find_by_brute_force(const CastingRays& rays, const TriangleMesh& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits);

}  // namespace condyle
