#pragma once

#include <memory>
#include <vector>

#include "condyle/collision/proximity_hit.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"
#include "core/src/collision/casting_rays.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {

/// Finds the proximity of every casting triangle to the target mesh.
///
/// The search walks down the hierarchy of rays. Rays far from the target sleep until the relative
/// motion (motion_bound.h) may have used up their distance. Groups of bundles near the target keep
/// lists of the triangles around them (bundle_group.h). Triangles that pass the test in float are
/// tested exactly (candidate_test.h). Every triangle that a ray could hit is tested, so the result
/// does not depend on the history, to the bit.
class ProximitySearch {
 public:
  /// Keeps references to the target tree and to rays.ordered, which must outlive the search.
  ProximitySearch(const CastingRays& rays, const geometry::TriangleTree& target);
  ProximitySearch(ProximitySearch&&) noexcept;
  ProximitySearch& operator=(ProximitySearch&&) noexcept;
  ~ProximitySearch();

  /// Takes over rays that have moved, as many as before, and the target's tree if that was
  /// refitted. Forgets everything, since lists hold for rigid motions only. Allocates only if the
  /// rays of a bundle have begun to fan out.
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

/// The hit of one casting triangle's ray, given in the target's frame: to the bit that of
/// ProximitySearch, without a memory. The caller sets casting_triangle; target_triangle is -1 if
/// there is no hit.
ProximityHit meet_one(const geometry::Ray& inward, const geometry::TriangleTree& target,
                      const ProximityWindow& window);

/// Finds the hits of ProximitySearch by testing every ray against every triangle. A reference for
/// tests.
void find_by_brute_force(const CastingRays& rays, const TriangleMesh& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits);

}  // namespace condyle
