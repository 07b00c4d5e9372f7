#include "core/src/geometry/centred_mesh.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

namespace condyle::geometry {
namespace {

/// Each pass leaves less than half of the missing distance.
constexpr int k_passes = 5;

bool is_curved(const Shape& shape) {
  return !std::holds_alternative<HalfSpace>(shape) && !std::holds_alternative<HeightMap>(shape) &&
         !std::holds_alternative<Brick>(shape) && !std::holds_alternative<MeshSolid>(shape);
}

/// Triangles of an end stay on it wherever the vertices of its rim move.
bool is_on_flat_end(const Shape& shape, const SurfacePoint& at) {
  return (std::holds_alternative<Cylinder>(shape) || std::holds_alternative<Cone>(shape)) &&
         std::abs(at.normal.z()) == 1;
}

}  // namespace

void centre_on(const Shape& shape, TriangleMesh& mesh) {
  if (!is_curved(shape)) return;
  std::vector<Eigen::Vector3d> shift(mesh.vertices.size());
  std::vector<double> weight(mesh.vertices.size());
  for (int pass = 0; pass < k_passes; ++pass) {
    std::ranges::fill(shift, Eigen::Vector3d::Zero());
    std::ranges::fill(weight, 0.0);
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
      const SurfacePoint at = nearest(shape, centroid(mesh, t));
      if (is_on_flat_end(shape, at)) continue;
      const double area = area_vector_doubled(mesh, t).norm();
      for (const int v : mesh.triangles[t]) {
        shift[v] -= area * at.distance * at.normal;
        weight[v] += area;
      }
    }
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
      if (weight[v] > 0) mesh.vertices[v] += shift[v] / weight[v];
  }
}

}  // namespace condyle::geometry
