#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "condyle/collision/casting_rays.h"
#include "condyle/collision/passing_motion.h"
#include "condyle/collision/ray_cluster.h"
#include "condyle/collision/ray_neighbourhood.h"
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
};

/// Finds for every casting triangle its proximity to the target mesh.
///
/// Remembers for each cluster of neighbouring rays which few triangles of the target they can meet,
/// and for how much relative motion that stays true; a cluster that nothing is near sleeps until
/// then. Groups of clusters do the same one level up. None of this changes a result: any history
/// gives the same bits.
class ProximitySearch {
 public:
  /// Keeps a reference to the target tree, which must outlive the search.
  ProximitySearch(const CastingRays& rays, const TriangleTree& casting_tree,
                  const TriangleTree& target_tree);

  /// Writes the hits inside the window, ascending casting triangle, into `hits` (cleared first).
  /// X_CT: pose of the target mesh in the casting mesh frame. Allocates nothing but the growth of
  /// `hits`.
  void find(const Pose& X_CT, const ProximityWindow& window, std::vector<ProximityHit>& hits);

 private:
  /// What stays the same during one call.
  struct Frame {
    Pose X_TC;
    ProximityWindow window;
    RayReach reach;
    PassingMotion step;  ///< since the last call
  };
  struct OrderedRay {
    Eigen::Vector3d origin_C, normal_C;
    int casting_triangle;
  };

  Frame begin(const Pose& X_CT, const ProximityWindow& window);
  LocalMotion move(const RayCluster& rays, Neighbourhood& near, const Frame& frame) const;
  void refresh_group(int group, const LocalMotion& motion, const Frame& frame);
  void visit_cluster(int cluster, int group, const Frame& frame);
  void refresh_cluster(int cluster, int group, const LocalMotion& motion, const Frame& frame);
  void trace(int cluster, const Frame& frame);
  RayHit nearest(int cluster, const Ray& ray, const DistanceRange& range) const;
  void collect(std::vector<ProximityHit>& hits);

  const TriangleTree* target_;
  std::vector<OrderedRay> rays_;  ///< in the order of the casting tree
  RayClusters clusters_;
  double extent_C_;  ///< no ray's origin has a coordinate beyond

  bool is_first_ = true;
  Pose last_X_TC_;
  RayReach last_reach_;

  std::vector<Neighbourhood> group_neighbourhoods_, cluster_neighbourhoods_;
  std::vector<ListedLeaf> group_lists_, cluster_lists_;  ///< one row of fixed length each

  std::vector<ProximityHit> found_;        ///< per casting triangle
  std::vector<std::uint64_t> found_bits_;  ///< which of them are of this call
};

/// The same by testing every ray against every triangle: the reference for tests.
void find_by_brute_force(const CastingRays& rays, const TriangleMesh& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits);

}  // namespace condyle
