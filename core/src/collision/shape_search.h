#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "condyle/collision/proximity_hit.h"
#include "condyle/geometry/shape.h"
#include "condyle/pose.h"
#include "core/src/collision/casting_rays.h"
#include "core/src/collision/hit_collector.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/collision/search_rays.h"

namespace condyle {

/// Finds the proximity of every casting triangle to an analytic shape. Rays meet the shape in
/// closed form (shape_rays.h).
///
/// The search walks down the hierarchy of rays and skips clusters that are clear of the surface
/// (shape_clearance.h) until the relative motion (motion_bound.h) exceeds the clearance. The result
/// does not depend on the history, to the bit.
class ShapeSearch {
 public:
  /// Keeps references to the shape and to rays.ordered, which must outlive the search.
  /// Precondition: the shape is valid and not a mesh solid (ProximitySearch searches meshes).
  ShapeSearch(const CastingRays& rays, const geometry::Shape& target);

  /// Takes over rays that have moved, the same number of them, and forgets all clearances.
  void renew(const CastingRays& rays);

  /// Writes the hits inside the window into `hits` (cleared first), by ascending casting triangle.
  /// Their target triangle is k_shape_triangle. X_CT: pose of the shape in the casting mesh frame.
  /// Allocates only when `hits` grows.
  void find(const Pose& X_CT, const ProximityWindow& window, std::vector<ProximityHit>& hits);

 private:
  /// The state of a node of the hierarchy of rays. Values are compared with travelled_ [m].
  struct Memory {
    double clear_until = -1;       ///< the node's rays hit nothing until then
    double not_clear_before = -1;  ///< checking the clearance again is not worthwhile until then
  };

  bool begin(const Pose& X_CT, const ProximityWindow& window);
  double visit(int node);
  double visit_children(int node);
  bool is_clear(int node);
  void take(const CastingRays& rays);
  void trace(const RayCluster& rays);

  const geometry::Shape* target_;
  SearchRays casting_;
  std::vector<Memory> memories_;  ///< per node
  std::vector<ProximityHit> slots_;
  HitCollector found_;
  double extent_C_ = 0;  ///< largest coordinate of a ray's origin, in magnitude [m]

  Pose X_TC_ = Pose::Identity();
  ProximityWindow window_;
  RayReach reach_;
  double moved_ = 0;  ///< displacement of the whole mesh since the last call [m]
  /// Sum of the displacements since the start [m]; negative: memories_ is invalid.
  double travelled_ = -1;
};

/// The hit of one casting triangle's ray, given in the shape's frame. The caller sets
/// casting_triangle; target_triangle is -1 if there is no hit.
ProximityHit meet_one(const geometry::Ray& inward, const geometry::Shape& target,
                      const ProximityWindow& window);

/// Finds the hits of ShapeSearch by testing every ray. A reference for tests.
void find_by_brute_force(const CastingRays& rays, const geometry::Shape& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits);

}  // namespace condyle
