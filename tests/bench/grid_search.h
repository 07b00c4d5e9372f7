#pragma once

#include <span>
#include <vector>

#include "core/src/collision/proximity_search.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle::bench {

/// A uniform grid over a mesh: a plain search for the nearest hits of rays, independent of
/// Condyle's hierarchy, for checks on meshes that are too large for brute force.
class GridSearch {
 public:
  explicit GridSearch(const TriangleMesh& mesh);

  void find(const CastingRays& rays, const Pose& X_CT, const ProximityWindow& window,
            std::vector<ProximityHit>& hits) const;

 private:
  struct Cells {
    int low[3], high[3];  ///< inclusive ranges of cells; empty if the box misses the grid
  };
  Cells cells_of(const Eigen::AlignedBox3d& box) const;
  template <class Visit>
  void for_each_cell(const Eigen::AlignedBox3d& box, const Visit& visit) const;
  geometry::RayHit nearest(const geometry::Ray& ray, const geometry::DistanceRange& range) const;

  std::vector<geometry::TriangleTree::Triangle> triangles_;
  Eigen::AlignedBox3d bounds_;
  double cell_size_ = 0;
  int size_[3] = {1, 1, 1};
  std::vector<int> first_of_cell_;  ///< per cell: start in entries_; and the end
  std::vector<int> entries_;        ///< triangles, cell by cell
};

}  // namespace condyle::bench
