#pragma once

// How a target bends: for each of its triangles a box that holds the unit normals of all triangles
// within some distance. Where a ray's crossing wanders over the surface no farther than that, the
// normals that it meets are among them.

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/collision/triangle_links.h"
#include "condyle/collision/triangle_tree.h"

namespace condyle {

/// A box of unit normals, in the frame of the mesh.
struct NormalBox {
  Eigen::Array3f lowest = Eigen::Array3f::Constant(2);
  Eigen::Array3f highest = Eigen::Array3f::Constant(-2);

  void include(const NormalBox& other) {
    lowest = lowest.min(other.lowest);
    highest = highest.max(other.highest);
  }
  /// Every direction: nothing is known.
  static NormalBox all() { return {Eigen::Array3f::Constant(-1), Eigen::Array3f::Constant(1)}; }
};

class NearbyNormals {
 public:
  /// `distance` [m] >= 0: how far around each triangle.
  NearbyNormals(const TriangleTree& tree, const TriangleLinks& links, double distance);

  double distance() const { return distance_; }

  /// Holds the normals of all triangles within the distance of this one (in tree order). All
  /// directions where any of them is too thin to have a sure normal, or has a side without
  /// neighbour: there a crossing can jump.
  const NormalBox& near(int triangle) const { return boxes_[triangle]; }

 private:
  double distance_;
  std::vector<NormalBox> boxes_;  ///< per triangle
};

/// Mean length of the sides of all triangles [m]; 0 where there are none.
double mean_side(const TriangleTree& tree);

}  // namespace condyle
