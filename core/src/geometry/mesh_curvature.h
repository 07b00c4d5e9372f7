#pragma once

#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Curvature at a vertex of a mesh that samples a smooth surface.
struct VertexCurvature {
  /// Gaussian curvature integrated over the vertex's share of the surface: a full turn minus the
  /// angles around the vertex. On the border, half a turn minus the angles: the turn of the border
  /// [rad].
  double defect = 0;
  double area = 0;  ///< area of its share, Voronoi's where triangles are not obtuse [m^2]
  /// Mean curvature, positive where convex; 0 on the border, where it is undefined [1/m].
  double mean = 0;
  bool on_border = false;

  /// Valid for inner vertices [1/m^2].
  double gaussian() const { return area > 0 ? defect / area : 0; }
};

/// Curvature of every vertex by Meyer, Desbrun, Schroeder & Barr (2003, Visualization and
/// Mathematics III, 35-57): angle defect, and cotangent Laplacian over the mixed area. Defects sum
/// to 2 pi times the Euler characteristic. On an irregular mesh the values converge in the mean,
/// not pointwise. Preconditions: valid indices, welded, consistently wound, no triangle of zero
/// area. A vertex that no triangle uses gets zeros.
std::vector<VertexCurvature> vertex_curvatures(const TriangleMesh& mesh);

}  // namespace condyle
