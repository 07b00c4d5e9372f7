#include "view/corner_values.h"

#include <algorithm>

namespace condyle {

CornerValues::CornerValues(const TriangleMesh& mesh)
    : triangles_(mesh.triangles),
      vertex_areas_(mesh.vertices.size(), 0),
      vertex_values_(mesh.vertices.size(), 0),
      corners_(3 * mesh.triangles.size(), 0) {
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    areas_.push_back(area_vector_doubled(mesh, static_cast<int>(t)).norm() / 2);
    for (int v : triangles_[t]) vertex_areas_[v] += areas_.back();
  }
}

std::span<const float> CornerValues::spread(std::span<const double> per_triangle, bool smooth) {
  if (smooth) average_over_vertices(per_triangle);
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double value = smooth ? vertex_values_[triangles_[t][k]] : per_triangle[t];
      corners_[3 * t + k] = static_cast<float>(value);
    }
  }
  return corners_;
}

void CornerValues::average_over_vertices(std::span<const double> per_triangle) {
  std::fill(vertex_values_.begin(), vertex_values_.end(), 0.0);
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    if (per_triangle[t] == 0) continue;
    for (int v : triangles_[t]) vertex_values_[v] += areas_[t] * per_triangle[t];
  }
  for (std::size_t v = 0; v < vertex_values_.size(); ++v) {
    if (vertex_values_[v] != 0) vertex_values_[v] /= vertex_areas_[v];
  }
}

}  // namespace condyle
