#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Where a ray meets a mesh. `distance` is along the unit direction.
struct RayHit {
  int triangle = -1;
  double distance = 0;
  bool leaves = false;  ///< ray and outward normal agree: the ray goes from inside to outside
};

struct Ray {
  Eigen::Vector3d origin;
  Eigen::Vector3d direction;  ///< unit
};

/// Bounding-volume hierarchy over the triangles of one mesh.
class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);

  /// Nearest crossing with 0 < distance <= max_distance; of equally near ones the lowest index.
  /// Watertight: a ray that passes an edge or a vertex of a closed mesh never slips through.
  RayHit nearest(const TriangleMesh& mesh, const Ray& ray, double max_distance) const;
};

}  // namespace condyle
