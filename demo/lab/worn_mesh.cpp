#include "lab/worn_mesh.h"

#include <Eigen/Geometry>
#include <numbers>
#include <vector>

namespace condyle {

TriangleMesh worn_mesh(const TriangleMesh& mesh, std::span<const double> depth) {
  // The mean normal of the worn triangles, whose side of an edge is the one that moves.
  std::vector<Eigen::Vector3d> normals(mesh.vertices.size(), Eigen::Vector3d::Zero());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (depth[t] == 0) continue;
    const Eigen::Vector3d n = area_vector_doubled(mesh, static_cast<int>(t));
    for (const int v : mesh.triangles[t]) normals[v] += n;
  }
  std::vector<double> area(mesh.vertices.size(), 0), volume(mesh.vertices.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Eigen::Vector3d n = area_vector_doubled(mesh, static_cast<int>(t));
    for (const int v : mesh.triangles[t]) {
      if (n.dot(normals[v]) < n.norm() * normals[v].norm() / std::numbers::sqrt2) continue;
      area[v] += n.norm();
      volume[v] += n.norm() * depth[t];
    }
  }
  TriangleMesh worn = mesh;
  for (std::size_t v = 0; v < worn.vertices.size(); ++v)
    if (volume[v] > 0) worn.vertices[v] -= volume[v] / area[v] * normals[v].normalized();
  return worn;
}

}  // namespace condyle
