#include "condyle/mesh/division.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"

namespace condyle {
namespace {

constexpr double k_most_triangles = 4e6;

void add_parts(const TriangleMesh& mesh, const std::array<int, 3>& triangle, int n,
               TriangleMesh& fine) {
  const Eigen::Vector3d &a = mesh.vertices[triangle[0]], &b = mesh.vertices[triangle[1]],
                        &c = mesh.vertices[triangle[2]];
  const int first = static_cast<int>(fine.vertices.size());
  const auto index = [&](int i, int j) { return first + i * (2 * n + 3 - i) / 2 + j; };
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n - i; ++j) {
      // Weights in this form give an edge's points the same bits from both of its triangles.
      fine.vertices.push_back(((n - i - j) * a + i * b + j * c) / n);
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n - i; ++j) {
      fine.triangles.push_back({index(i, j), index(i + 1, j), index(i, j + 1)});
      if (j + 1 == n - i) continue;
      fine.triangles.push_back({index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)});
    }
  }
}

}  // namespace

double longest_edge(const TriangleMesh& mesh) {
  double longest = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const auto& v = mesh.vertices;
    longest =
        std::max({longest, (v[a] - v[b]).norm(), (v[b] - v[c]).norm(), (v[c] - v[a]).norm()});
  }
  return longest;
}

TriangleMesh divided(const TriangleMesh& mesh, double most) {
  const double pieces = std::ceil(longest_edge(mesh) / most);
  if (pieces <= 1) return mesh;
  const double wanted = pieces * pieces * static_cast<double>(mesh.triangles.size());
  if (!(wanted <= k_most_triangles)) {
    throw InputError(fmt::format("edges of at most {} m would take {:.3g} triangles, more than {:g}; "
                                 "allow longer ones",
                                 most, wanted, k_most_triangles));
  }
  TriangleMesh fine;
  for (const auto& triangle : mesh.triangles) {
    add_parts(mesh, triangle, static_cast<int>(pieces), fine);
  }
  return welded(fine);
}

}  // namespace condyle
