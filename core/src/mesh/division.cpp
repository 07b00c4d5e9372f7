#include "core/src/mesh/division.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "condyle/error.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/src/mesh/triangle_limit.h"

namespace condyle::mesh {
namespace {

/// One pass that halves each edge that is too long and divides the triangles on it.
class Cut {
 public:
  Cut(TriangleMesh& mesh, double most) : mesh_(mesh), most_squared_(most * most) {}

  /// Returns whether it cut any edge.
  bool run() {
    std::vector<std::array<int, 3>> triangles = std::move(mesh_.triangles);
    mesh_.triangles.clear();
    for (const auto& triangle : triangles) divide(triangle);
    return !middles_.empty();
  }

 private:
  /// The vertex in the middle of an edge, or -1 if the edge is short enough.
  int middle(int a, int b) {
    const Eigen::Vector3d p = mesh_.vertices[a], q = mesh_.vertices[b];
    if (!((p - q).squaredNorm() > most_squared_)) return -1;
    const auto [found, is_new] = middles_.try_emplace(std::minmax(a, b), 0);
    if (is_new) {
      found->second = static_cast<int>(mesh_.vertices.size());
      mesh_.vertices.push_back(0.5 * (p + q));
    }
    return found->second;
  }

  void add(int a, int b, int c) { mesh_.triangles.push_back({a, b, c}); }

  void divide(std::array<int, 3> t) {
    std::array<int, 3> m;  // m[k] lies between t[k] and t[k + 1]
    for (int k = 0; k < 3; ++k) m[k] = middle(t[k], t[(k + 1) % 3]);
    const auto cuts = std::count_if(m.begin(), m.end(), [](int vertex) { return vertex >= 0; });
    // Rotate the triangle so that its first edge is cut and its last edge is not.
    while (cuts > 0 && cuts < 3 && !(m[0] >= 0 && m[2] < 0)) {
      std::rotate(t.begin(), t.begin() + 1, t.end());
      std::rotate(m.begin(), m.begin() + 1, m.end());
    }
    if (cuts == 0) return add(t[0], t[1], t[2]);
    if (cuts == 1) {
      add(t[0], m[0], t[2]);
      return add(m[0], t[1], t[2]);
    }
    add(m[0], t[1], m[1]);
    if (cuts == 2) {
      add(t[0], m[0], m[1]);
      return add(t[0], m[1], t[2]);
    }
    add(t[0], m[0], m[2]);
    add(m[2], m[1], t[2]);
    add(m[0], m[1], m[2]);
  }

  TriangleMesh& mesh_;
  double most_squared_;
  std::map<std::pair<int, int>, int> middles_;
};

/// Lower bound on the number of triangles that cover the mesh with edges of at most `most`: the
/// largest such triangle is equilateral.
double least_triangles(const TriangleMesh& mesh, double most) {
  return surface_area(mesh) / (std::sqrt(3) / 4 * most * most);
}

void refuse_above_limit(double triangles, double most) {
  if (!(triangles > k_most_made_triangles)) return;
  throw InputError(
      fmt::format("edges of at most {} m take more than {} triangles; allow longer ones", most,
                  k_most_made_triangles));
}

}  // namespace

double longest_edge(const TriangleMesh& mesh) {
  double longest = 0;
  const auto& v = mesh.vertices;
  for (const auto& [a, b, c] : mesh.triangles) {
    longest = std::max({longest, (v[a] - v[b]).norm(), (v[b] - v[c]).norm(), (v[c] - v[a]).norm()});
  }
  return longest;
}

TriangleMesh divided(TriangleMesh mesh, double most) {
  refuse_above_limit(least_triangles(mesh, most), most);
  while (Cut(mesh, most).run()) refuse_above_limit(double(mesh.triangles.size()), most);
  return mesh;
}

}  // namespace condyle::mesh
