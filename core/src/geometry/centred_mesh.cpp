#include "core/src/geometry/centred_mesh.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

namespace condyle::geometry {
namespace {

/// At the rim of a flat face half of the missing distance remains after each pass, elsewhere less.
constexpr int k_passes = 5;

bool is_curved(const Shape& shape) {
  return !std::holds_alternative<HalfSpace>(shape) && !std::holds_alternative<HeightMap>(shape) &&
         !std::holds_alternative<Cylinder>(shape) && !std::holds_alternative<Brick>(shape) &&
         !std::holds_alternative<MeshSolid>(shape);
}

/// Division has left vertices on chords.
void put_on_side(const Cylinder& cylinder, TriangleMesh& mesh) {
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const Eigen::Vector3d across = area_vector_doubled(mesh, t);
    if (std::abs(across.z()) > across.norm() / 2) continue;  // on an end
    for (const int v : mesh.triangles[t]) {
      const double radius = mesh.vertices[v].head<2>().norm();
      mesh.vertices[v].head<2>() *= cylinder.radius / radius;
    }
  }
}

}  // namespace

void centre_on(const Shape& shape, TriangleMesh& mesh) {
  if (const auto* const cylinder = std::get_if<Cylinder>(&shape)) put_on_side(*cylinder, mesh);
  if (!is_curved(shape)) return;
  std::vector<Eigen::Vector3d> shift(mesh.vertices.size());
  std::vector<double> weight(mesh.vertices.size());
  for (int pass = 0; pass < k_passes; ++pass) {
    std::ranges::fill(shift, Eigen::Vector3d::Zero());
    std::ranges::fill(weight, 0.0);
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
      const SurfacePoint at = nearest(shape, centroid(mesh, t));
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
