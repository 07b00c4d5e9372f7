#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "condyle/collision/casting_rays.h"
#include "condyle/collision/hit_collector.h"
#include "condyle/collision/proximity_window.h"
#include "condyle/collision/ray_cluster.h"
#include "condyle/geometry/shape.h"
#include "condyle/pose.h"

namespace condyle {

/// Finds for every casting triangle its proximity to an analytic shape, which rays meet in closed
/// form (shape_rays.h).
///
/// Walks down the hierarchy of rays and leaves out what is clear of the surface
/// (shape_clearance.h), for as long as the relative motion (motion_bound.h) stays below the
/// clearance. This changes no result: any history gives the same bits.
class ShapeSearch {
 public:
  /// Keeps a reference to the shape, which must outlive the search. Precondition: a valid shape
  /// other than a mesh solid, which is a mesh (ProximitySearch).
  ShapeSearch(const CastingRays& rays, const Shape& target);

  /// Takes over rays that have moved, as many as before, and forgets all.
  void renew(const CastingRays& rays);

  /// Writes the hits inside the window, ascending casting triangle, into `hits` (cleared first);
  /// their target triangle is k_shape_triangle. X_CT: pose of the shape in the casting mesh frame.
  /// Allocates nothing but the growth of `hits`.
  void find(const Pose& X_CT, const ProximityWindow& window, std::vector<ProximityHit>& hits);

 private:
  /// Of a node of the hierarchy of rays, in displacements of the whole mesh [m].
  struct Memory {
    double clear_until = -1;       ///< nothing of the node can be hit before
    double not_clear_before = -1;  ///< when it is worth while to look again
  };

  bool begin(const Pose& X_CT, const ProximityWindow& window);
  double visit(int node);
  double visit_children(int node);
  bool is_clear(int node);
  void take(const CastingRays& rays);
  void trace(const RayCluster& rays);

  const Shape* target_;
  RayTree tree_;
  std::vector<CastingRay> rays_;  ///< in the order of the tree
  std::vector<Memory> memories_;  ///< per node
  HitCollector found_;
  double extent_C_ = 0;  ///< no ray's origin has a coordinate beyond

  Pose X_TC_ = Pose::Identity();
  ProximityWindow window_;
  RayReach reach_;
  double moved_ = 0;       ///< displacement of the whole mesh since the last call [m]
  double travelled_ = -1;  ///< since the start [m]; negative: nothing is remembered
};

/// The same by meeting every ray: the reference for tests.
void find_by_brute_force(const CastingRays& rays, const Shape& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits);

}  // namespace condyle
