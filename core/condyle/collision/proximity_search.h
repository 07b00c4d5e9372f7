#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

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

/// The rays of one casting mesh: one per triangle, from its centroid along minus its outward
/// normal.
struct CastingRays {
  std::span<const Eigen::Vector3d> origins;  ///< triangle centroids, casting mesh frame [m]
  std::span<const Eigen::Vector3d> normals;  ///< unit outward normals
};

/// Finds for every casting triangle its proximity to the target mesh. Remembers the last hits, as a
/// hint for speed that never changes a result.
class ProximitySearch {
 public:
  /// Keeps references: rays and trees must outlive the search.
  ProximitySearch(const CastingRays& rays, const TriangleTree& casting_tree,
                  const TriangleTree& target_tree);

  /// Writes the hits inside the window, ascending casting triangle, into `hits` (cleared first).
  /// X_CT: pose of the target mesh in the casting mesh frame.
  void find(const Pose& X_CT, const ProximityWindow& window, std::vector<ProximityHit>& hits);

 private:
  CastingRays rays_;
  const TriangleTree* casting_tree_;
  const TriangleTree* target_tree_;
  std::vector<int> hints_;  ///< per casting triangle: the last target triangle hit, or -1
};

/// The same by testing every ray against every triangle: the reference for tests.
void find_by_brute_force(const CastingRays& rays, const TriangleMesh& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits);

}  // namespace condyle
