#pragma once

#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Curvature at a vertex of a mesh that samples a smooth surface.
struct VertexCurvature {
  /// Gaussian curvature integrated over the vertex's share of the surface: what the angles around
  /// it lack to a full turn; on the border, to a half turn: then it is the turn of the border
  /// [rad].
  double defect = 0;
  double area = 0;  ///< its share: Voronoi's where triangles are not obtuse [m^2]
  double mean = 0;  ///< positive where convex [1/m]; on the border 0, for it has no meaning there
  bool on_border = false;

  double gaussian() const { return area > 0 ? defect / area : 0; }  ///< inside the mesh [1/m^2]
};

/// Per vertex, by Meyer, Desbrun, Schroeder & Barr (2003, Visualization and Mathematics III,
/// 35-57): angle defect, and the cotangent Laplacian over the mixed area. Defects sum to 2 pi times
/// the Euler characteristic. On a mesh without regularity the values converge in the mean, not
/// point by point. Preconditions: valid indices, welded, consistently wound, no triangle without
/// area; a vertex that no triangle uses gets zeros.
std::vector<VertexCurvature> vertex_curvatures(const TriangleMesh& mesh);

}  // namespace condyle
