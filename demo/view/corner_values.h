#pragma once

#include <array>
#include <span>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Spreads values given per triangle over the corners of the triangles (three each, in order), for
/// colours that run smoothly over the surface.
class CornerValues {
 public:
  explicit CornerValues(const TriangleMesh& mesh);

  /// Each corner takes the area-weighted mean over the triangles at its vertex (`smooth`), or its
  /// own triangle's value. `per_triangle` has one value per triangle; the result stays valid until
  /// the next call. Allocates nothing.
  std::span<const float> spread(std::span<const double> per_triangle, bool smooth);

 private:
  void average_over_vertices(std::span<const double> per_triangle);

  std::vector<std::array<int, 3>> triangles_;
  std::vector<double> areas_;         // per triangle
  std::vector<double> vertex_areas_;  // of the triangles at each vertex
  std::vector<double> vertex_values_;
  std::vector<float> corners_;
};

}  // namespace condyle
