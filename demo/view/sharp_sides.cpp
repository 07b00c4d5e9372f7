#include "view/sharp_sides.h"

#include <algorithm>
#include <cmath>

#include "view/corner_normals.h"

namespace condyle {
namespace {

bool has_vertex(const TriangleMesh& mesh, int triangle, int vertex) {
  return std::ranges::find(mesh.triangles[triangle], vertex) != mesh.triangles[triangle].end();
}

}  // namespace

SharpSides sharp_sides(const TriangleMesh& mesh, double crease_angle) {
  const VertexTriangles at = triangles_at_vertices(mesh);
  const int n = static_cast<int>(mesh.triangles.size());
  std::vector<Eigen::Vector3d> normals(mesh.triangles.size());
  for (int t = 0; t < n; ++t) normals[t] = area_vector_doubled(mesh, t).normalized();
  const double least_cosine = std::cos(crease_angle);
  // Across a side from a to b of triangle t lies a triangle with both vertices, turned little.
  const auto goes_on = [&](int t, int a, int b) {
    for (int k = at.first[a]; k < at.first[a + 1]; ++k) {
      const int s = at.triangles[k];
      if (s != t && has_vertex(mesh, s, b) && normals[s].dot(normals[t]) >= least_cosine)
        return true;
    }
    return false;
  };
  SharpSides sharp(3 * mesh.triangles.size());
  for (int t = 0; t < n; ++t) {
    const auto& corners = mesh.triangles[t];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t side = 3 * static_cast<std::size_t>(t) + k;
      sharp[side] = !goes_on(t, corners[(k + 1) % 3], corners[(k + 2) % 3]);
    }
  }
  return sharp;
}

}  // namespace condyle
