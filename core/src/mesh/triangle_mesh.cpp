#include "condyle/mesh/triangle_mesh.h"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "condyle/error.h"

namespace condyle::mesh {
Eigen::Vector3d area_vector_doubled(const TriangleMesh& mesh, int t) {
  const auto [a, b, c] = mesh.triangles[t];
  const Eigen::Vector3d& origin = mesh.vertices[a];
  return (mesh.vertices[b] - origin).cross(mesh.vertices[c] - origin);
}

Eigen::Vector3d centroid(const TriangleMesh& mesh, int t) {
  const auto [a, b, c] = mesh.triangles[t];
  return (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3.0;
}

Eigen::AlignedBox3d bounding_box(const TriangleMesh& mesh) {
  Eigen::AlignedBox3d box;
  for (const Eigen::Vector3d& vertex : mesh.vertices) box.extend(vertex);
  return box;
}

TriangleMesh transformed(TriangleMesh mesh, const Pose& X_AB) {
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex = X_AB * vertex;
  return mesh;
}

TriangleMesh scaled(TriangleMesh mesh, const Eigen::Vector3d& factors) {
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex = vertex.cwiseProduct(factors);
  if (factors.prod() < 0) {
    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  }
  return mesh;
}

TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const int offset = static_cast<int>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [i, j, k] : b.triangles) {
    a.triangles.push_back({i + offset, j + offset, k + offset});
  }
  return a;
}

void require_valid(const TriangleMesh& mesh, const std::string& what) {
  if (mesh.triangles.empty()) {
    throw InputError(fmt::format("{}: the mesh has no triangle; give a surface mesh", what));
  }
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!mesh.vertices[i].allFinite()) {
      throw InputError(fmt::format(
          "{}: vertex {} has a coordinate that is not finite; export the mesh again", what, i));
    }
  }
  const int vertex_count = static_cast<int>(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (const int vertex : mesh.triangles[t]) {
      if (vertex >= 0 && vertex < vertex_count) continue;
      throw InputError(
          fmt::format("{}: triangle {} names vertex {} but the mesh has {} vertices, counted from "
                      "0; export the mesh again",
                      what, t, vertex, vertex_count));
    }
  }
}

}  // namespace condyle::mesh
