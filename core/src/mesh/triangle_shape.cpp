#include "core/src/mesh/triangle_shape.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <numeric>

#include "condyle/error.h"

namespace condyle::mesh {

TriangleShape triangle_shape(const TriangleMesh& mesh, const std::array<int, 3>& triangle) {
  TriangleShape shape;
  for (int side = 0; side < 3; ++side) {
    const double length =
        (mesh.vertices[triangle[(side + 1) % 3]] - mesh.vertices[triangle[side]]).norm();
    if (length <= shape.length) continue;
    shape.length = length;
    shape.longest_side = side;
  }
  if (shape.length == 0) return shape;
  const Eigen::Vector3d& a = mesh.vertices[triangle[shape.longest_side]];
  const Eigen::Vector3d along =
      (mesh.vertices[triangle[(shape.longest_side + 1) % 3]] - a) / shape.length;
  shape.height = along.cross(mesh.vertices[triangle[(shape.longest_side + 2) % 3]] - a).norm();
  return shape;
}

void require_normal(const Eigen::Vector3d& area_vector, int t, const std::string& what) {
  if (has_normal(area_vector)) return;
  throw InputError(
      fmt::format("{}: triangle {} is degenerate (area 0); remove it, for instance with 'condyle "
                  "mesh FILE --repair OUT'",
                  what, t));
}

bool is_degenerate(const TriangleMesh& mesh, const std::array<int, 3>& triangle) {
  const auto [a, b, c] = triangle;
  if (a == b || b == c || c == a) return true;
  const auto& v = mesh.vertices;
  if (!has_normal((v[b] - v[a]).cross(v[c] - v[a]))) return true;
  double largest = 0;
  for (const int vertex : triangle) {
    largest = std::max(largest, mesh.vertices[vertex].cwiseAbs().maxCoeff());
  }
  // Each coordinate of the corners is rounded by up to half a unit in the last place.
  constexpr double k_rounding = 4 * std::numeric_limits<double>::epsilon();
  return triangle_shape(mesh, triangle).height <= k_rounding * largest;
}

bool is_sliver(const TriangleMesh& mesh, const std::array<int, 3>& triangle) {
  const TriangleShape shape = triangle_shape(mesh, triangle);
  return shape.height < k_sliver_ratio * shape.length && !is_degenerate(mesh, triangle);
}

std::vector<int> duplicate_triangles(const TriangleMesh& mesh) {
  std::vector<std::array<int, 3>> keys = mesh.triangles;
  for (auto& key : keys) std::sort(key.begin(), key.end());
  std::vector<int> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int s, int t) { return keys[s] != keys[t] ? keys[s] < keys[t] : s < t; });
  std::vector<int> duplicates;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (keys[order[i]] == keys[order[i - 1]]) duplicates.push_back(order[i]);
  }
  std::sort(duplicates.begin(), duplicates.end());
  return duplicates;
}

}  // namespace condyle::mesh
