#pragma once

#include <memory>
#include <span>
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

  /// Takes over rays that have moved, the same number of them, and the target's tree if it was
  /// refitted. Forgets everything, since lists hold for rigid motions only. Allocates only if the
  /// rays of a bundle have begun to fan out.
  void renew(const CastingRays& rays);

  /// Lets up to `threads` threads, >= 1, share a call of find() if the last call spent more than
  /// `worthwhile` [s, summed over threads] on groups of bundles; below that, threads cost more time
  /// than they save. The hits do not depend on the threads, to the bit. Default: one thread.
  void set_threads(int threads, double worthwhile = k_worth_sharing);
  static constexpr double k_worth_sharing = 50e-6;

  /// Whether to make lists that last where the motion from call to call goes on, as from one time
  /// step to the next (the default). Where calls close in on a pose, such lists cost more than they
  /// save. The hits do not depend on it, to the bit.
  void set_look_ahead(bool looks_ahead);

  /// Writes the hits inside the window, ascending casting triangle, into `hits` (cleared first).
  /// X_CT: pose of the target mesh in the casting mesh frame. Allocates only when `hits` or the
  /// lists grow.
  void find(const Pose& X_CT, const ProximityWindow& window, std::vector<ProximityHit>& hits);

 private:
  class Walk;
  std::unique_ptr<Walk> walk_;
};

/// The hit of one casting triangle's ray, given in the target's frame: equal to that of
/// ProximitySearch to the bit, but nothing is remembered between calls. The caller sets
/// casting_triangle; target_triangle is -1 if there is no hit.
ProximityHit meet_one(const geometry::Ray& inward, const geometry::TriangleTree& target,
                      const ProximityWindow& window);

/// meet_one() for a target of which only these triangles may be met.
ProximityHit meet_among(const geometry::Ray& inward,
                        std::span<const geometry::TreeTriangle* const> triangles,
                        const ProximityWindow& window);

/// Finds the hits of ProximitySearch by testing every ray against every triangle. A reference for
/// tests.
void find_by_brute_force(const CastingRays& rays, const TriangleMesh& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits);

}  // namespace condyle
