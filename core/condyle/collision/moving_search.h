#pragma once

#include <vector>

#include "condyle/collision/casting_rays.h"
#include "condyle/collision/hit_collector.h"
#include "condyle/collision/proximity_window.h"
#include "condyle/collision/ray_cluster.h"
#include "condyle/collision/triangle_tree.h"
#include "condyle/pose.h"

namespace condyle {

/// Finds for every casting triangle its proximity to the target mesh, where the vertices of one or
/// of both move: what ProximitySearch finds, to the bit.
///
/// What that search remembers between steps holds for rigid motions alone, so this one remembers
/// nothing: in each call it goes down both hierarchies at once (candidates.h). A contact of the
/// same size costs several times as much.
class MovingSearch {
 public:
  /// Keeps a reference to the target tree, which must outlive the search.
  MovingSearch(const CastingRays& rays, const TriangleTree& casting_tree,
               const TriangleTree& target);

  /// Takes over rays that have moved; the casting tree has been refitted to them. The target's tree
  /// may be refitted at any time between calls. Allocates nothing unless the tree was built anew.
  void renew(const CastingRays& rays, const TriangleTree& casting_tree);

  /// Writes the hits inside the window, ascending casting triangle, into `hits` (cleared first).
  /// X_CT: pose of the target mesh in the casting mesh frame. Allocates nothing but the growth of
  /// `hits`.
  void find(const Pose& X_CT, const ProximityWindow& window, std::vector<ProximityHit>& hits);

 private:
  /// A ray, in the order of the casting tree.
  struct CastingRay {
    Eigen::Vector3d origin_C, normal_C;
    int triangle;
  };

  void visit(int node, int first_candidate);
  void trace(const RayCluster& rays, int first_candidate);

  const TriangleTree* target_;
  RayTree tree_;
  int builds_ = 0;  ///< of the casting tree that tree_ follows
  std::vector<CastingRay> rays_;
  std::vector<int> candidates_;  ///< of the clusters being visited
  HitCollector found_;

  Pose X_TC_ = Pose::Identity();
  ProximityWindow window_;
  RayReach reach_;
};

}  // namespace condyle
