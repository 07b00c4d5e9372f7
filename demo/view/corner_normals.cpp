#include "view/corner_normals.h"

#include <cmath>

namespace condyle {

VertexTriangles triangles_at_vertices(const TriangleMesh& mesh) {
  VertexTriangles at;
  at.first.assign(mesh.vertices.size() + 1, 0);
  for (const auto& corners : mesh.triangles) {
    for (int v : corners) ++at.first[static_cast<std::size_t>(v) + 1];
  }
  for (std::size_t v = 1; v < at.first.size(); ++v) at.first[v] += at.first[v - 1];
  at.triangles.resize(3 * mesh.triangles.size());
  std::vector<int> next(at.first.begin(), at.first.end() - 1);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int v : mesh.triangles[t]) at.triangles[next[v]++] = static_cast<int>(t);
  }
  return at;
}

std::vector<Eigen::Vector3f> corner_normals(const TriangleMesh& mesh, double crease_angle) {
  const VertexTriangles at = triangles_at_vertices(mesh);
  const int n = static_cast<int>(mesh.triangles.size());
  std::vector<Eigen::Vector3d> area_vectors(mesh.triangles.size());
  std::vector<double> lengths(mesh.triangles.size());
  for (int t = 0; t < n; ++t) {
    area_vectors[t] = area_vector_doubled(mesh, t);
    lengths[t] = area_vectors[t].norm();
  }
  const double least_cosine = std::cos(crease_angle);
  std::vector<Eigen::Vector3f> normals;
  normals.reserve(3 * mesh.triangles.size());
  for (int t = 0; t < n; ++t) {
    for (int v : mesh.triangles[t]) {
      Eigen::Vector3d sum = Eigen::Vector3d::Zero();
      for (int k = at.first[v]; k < at.first[v + 1]; ++k) {
        const int s = at.triangles[k];
        if (area_vectors[t].dot(area_vectors[s]) >= least_cosine * lengths[t] * lengths[s]) {
          sum += area_vectors[s];
        }
      }
      normals.push_back(sum.normalized().cast<float>());
    }
  }
  return normals;
}

}  // namespace condyle
