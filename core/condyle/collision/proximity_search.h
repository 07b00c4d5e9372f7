#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "condyle/collision/candidates.h"
#include "condyle/collision/casting_rays.h"
#include "condyle/collision/hit_collector.h"
#include "condyle/collision/motion_bound.h"
#include "condyle/collision/proximity_window.h"
#include "condyle/collision/ray_cluster.h"
#include "condyle/collision/search_frame.h"
#include "condyle/collision/sheet.h"
#include "condyle/collision/sheet_tracer.h"
#include "condyle/collision/triangle_links.h"
#include "condyle/collision/triangle_tree.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle {

/// The mesh that rays are cast at: its hierarchy, and its triangles' neighbours across each side
/// (by index in the mesh, as triangle_neighbours gives them).
struct SearchTarget {
  const TriangleTree& tree;
  std::span<const std::array<int, 3>> neighbours;
};

/// Finds for every casting triangle its proximity to the target mesh.
///
/// Walks down the hierarchy of rays and stops where something is known that holds for some relative
/// motion to come (motion_bound.h):
///   asleep  - nothing of the target is near (separation.h): no work until the motion is used up;
///   a sheet - each line meets the target once (sheet.h): every ray is tested against the triangle
///             that it crossed last (sheet_tracer.h), but for those that rest;
///   single  - neither could be shown for a few rays: each searches the hierarchy of the target.
/// None of this changes a result: any history gives the same bits.
class ProximitySearch {
 public:
  /// Keeps a reference to the target tree, which must outlive the search.
  ProximitySearch(const CastingRays& rays, const TriangleTree& casting_tree,
                  const SearchTarget& target);

  /// Writes the hits inside the window, ascending casting triangle, into `hits` (cleared first).
  /// X_CT: pose of the target mesh in the casting mesh frame. Allocates nothing but the growth of
  /// `hits`.
  void find(const Pose& X_CT, const ProximityWindow& window, std::vector<ProximityHit>& hits);

 private:
  enum class Known { nothing, asleep, sheet, single };

  /// What is known of a node of the hierarchy of rays, and since which pose. Lengths are
  /// displacements [m].
  struct Memory {
    Known known = Known::nothing;
    double until = -1;             ///< of the whole mesh: nothing of the node can be hit before
    double try_again = -1;         ///< of the whole mesh: when to look for something better
    double no_sheet_before = -1;   ///< of the whole mesh: when to try for a sheet again
    double no_sleep_before = -1;   ///< and to look whether it can sleep
    Pose X_TC = Pose::Identity();  ///< when it fell asleep or its sheet was proven
    RayReach reach;
    double gap = 0;       ///< asleep: distance of the target then, where lengths along the mean ray
    double weight_z = 1;  ///< count so many times
    Sheet sheet;
  };

  /// What others keep references to, at a place that does not move.
  struct Fixed {
    TriangleLinks links;
    RayTree rays;
  };

  bool begin(const Pose& X_CT, const ProximityWindow& window);
  void forget();
  void visit_afresh(int node, int first_candidate);
  double visit(int node);
  double visit_children(int node);
  double examine(int node);
  bool fall_asleep(int node, double steps);
  bool sleeps_on(int node);
  bool is_steady(const RayCluster& rays) const;
  bool make_sheet(int node);
  Pose pose_ahead(const RayCluster& rays, double margin) const;
  double margin(const RayCluster& rays) const;
  bool holds(int node) const;
  RigidMotion motion_since(const Memory& memory) const;
  double trace_sheet(int node);
  double trace_single(int node);

  const TriangleTree* target_;
  std::unique_ptr<const Fixed> fixed_;
  double extent_C_ = 0;  ///< no ray's origin has a coordinate beyond

  SearchFrame frame_;
  bool is_first_ = true;
  double travelled_ = 0;     ///< displacement of the whole mesh since the start
  double widest_sheet_ = 0;  ///< width of the widest cluster that may have a sheet
  bool had_jumped_ = false;
  bool is_afresh_ = false;  ///< the motion is too large for anything remembered to be of use

  std::vector<Memory> memories_;  ///< per node
  std::vector<int> candidates_;   ///< of the clusters being visited afresh
  SheetProver prover_;
  SheetTracer tracer_;
  HitCollector found_;
};

/// The same by testing every ray against every triangle: the reference for tests.
void find_by_brute_force(const CastingRays& rays, const TriangleMesh& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits);

}  // namespace condyle
