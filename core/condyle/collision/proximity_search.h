#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "condyle/collision/casting_rays.h"
#include "condyle/collision/motion_bound.h"
#include "condyle/collision/ray_cluster.h"
#include "condyle/collision/ray_packet.h"
#include "condyle/collision/sheet.h"
#include "condyle/collision/triangle_tree.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle {

/// One casting triangle whose ray met the target: proximity d [m] is positive in overlap, negative
/// for a gap.
struct ProximityHit {
  int casting_triangle = -1;
  int target_triangle = -1;
  double proximity = 0;
};

/// Which crossings count, see ContactSettings. Both ends belong to the window [m]; a distance of
/// exactly 0 never counts.
struct ProximityWindow {
  double min_proximity = 0;
  double max_proximity = 0.01;
  bool two_sided = false;

  bool operator==(const ProximityWindow&) const = default;
};

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
///             that it crossed last, four at a time (ray_packet.h), and walks on to a neighbour
///             where it left that; rays that are far from contact are left out for a while;
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
    double until = -1;            ///< of the whole mesh: nothing of the node can be hit before
    double try_again = -1;        ///< of the whole mesh: when to look for something better
    double no_sheet_before = -1;  ///< of the whole mesh: when to try for a sheet again
    double no_sleep_before = -1;  ///< and to look whether it can sleep
    std::uint64_t seen_at = 0;    ///< call in which it was last looked at
    Pose X_TC;                    ///< when it fell asleep or its sheet was proven
    RayReach reach;
    double gap = 0;  ///< asleep: distance of the target then
    Sheet sheet;
    double risen = 0;  ///< sheet: by how much distances along its rays may have changed
    double rise_along = 0, rise_across = 0;  ///< that per motion along and across them
    double wakes_at = 0;  ///< value of `risen`: all of its rays are out of contact before
  };

  /// What stays the same during one call.
  struct Frame {
    Pose X_TC;
    PoseNumbers X_TC_numbers;
    ProximityWindow window;
    RayReach reach;
    RigidMotion motion;    ///< since the last call
    Eigen::Vector3d turn;  ///< the same as a rotation vector in T
    double moved = 0;      ///< of the whole mesh
  };

  bool begin(const Pose& X_CT, const ProximityWindow& window);
  void forget();
  double visit(int node);
  double visit_children(int node);
  double examine(int node);
  bool fall_asleep(int node, double near);
  double worthwhile_gap() const;
  bool sleeps_on(int node);
  bool is_steady(const RayCluster& rays) const;
  bool make_sheet(int node);
  void wake_leaves(int node);
  Pose pose_ahead(const RayCluster& rays, double margin) const;
  double margin(const RayCluster& rays) const;
  bool holds(int node) const;
  RigidMotion motion_since(const Memory& memory) const;
  double trace_sheet(int node);
  int ready_leaves(int node);
  void cross_all(int count, const Sheet& sheet);
  void settle_leaves(int node);
  void settle_leaf(const Memory& memory, const std::array<int, 3>& ready_leaf);
  double trace_single(int node);
  bool search_target(int ray);
  bool keep(int ray, const ProximityHit& hit);
  void collect(std::vector<ProximityHit>& hits);

  const TriangleTree* target_;
  RayTree rays_;
  RayArrays arrays_;
  std::vector<int> casting_triangles_;  ///< of each ray
  double extent_C_ = 0;                 ///< no ray's origin has a coordinate beyond

  Frame frame_;
  bool is_first_ = true;
  std::uint64_t call_ = 0;
  double travelled_ = 0;  ///< displacement of the whole mesh since the start

  std::vector<Memory> memories_;             ///< per node
  std::vector<int> leaf_rays_;               ///< first ray of each leaf, and one more
  std::vector<double> leaf_wakes_at_;        ///< per leaf, as Memory::wakes_at of the node above
  std::vector<double> leaf_restless_until_;  ///< the same: when to look whether it can sleep
  std::vector<int> crossed_;                 ///< per ray: the triangle that it crossed last, or -1
  SheetProver prover_;

  // Of the sheet being traced.
  ReadyRays ready_;
  std::vector<int> ready_rays_;                   ///< the ray at each place
  std::vector<std::array<int, 3>> ready_leaves_;  ///< leaf, first place, beyond the last
  std::vector<int> walking_;                      ///< rays that left the triangle that they crossed

  std::vector<ProximityHit> found_;         ///< per casting triangle
  std::vector<std::uint64_t> found_bits_;   ///< which of them are of this call
  std::vector<std::uint64_t> found_words_;  ///< which words of found_bits_ are not zero
};

/// The same by testing every ray against every triangle: the reference for tests.
void find_by_brute_force(const CastingRays& rays, const TriangleMesh& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits);

}  // namespace condyle
