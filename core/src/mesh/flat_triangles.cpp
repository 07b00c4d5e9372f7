#include "core/src/mesh/flat_triangles.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/src/mesh/topology.h"
#include "core/src/mesh/triangle_shape.h"

namespace condyle::mesh {
namespace {

using Triangle = std::array<int, 3>;
using EdgeSet = std::set<std::pair<int, int>>;

std::pair<int, int> edge(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

EdgeSet edges_of(const TriangleMesh& mesh) {
  EdgeSet edges;
  for (const auto& [a, b, c] : mesh.triangles) edges.insert({edge(a, b), edge(b, c), edge(c, a)});
  return edges;
}

int drop_collapsed(TriangleMesh& mesh) {
  return static_cast<int>(std::erase_if(mesh.triangles, [](const Triangle& t) {
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
  }));
}

int drop_without_normal(TriangleMesh& mesh) {
  std::vector<Triangle> kept;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Eigen::Vector3d area = area_vector_doubled(mesh, static_cast<int>(t));
    if (has_normal(area)) kept.push_back(mesh.triangles[t]);
  }
  const std::size_t before = mesh.triangles.size();
  mesh.triangles = std::move(kept);
  return static_cast<int>(before - mesh.triangles.size());
}

/// The corner of `triangle` opposite its side from `from` to `to`, or -1 if it has no such side.
int corner_behind(const Triangle& triangle, int from, int to) {
  for (int corner = 0; corner < 3; ++corner) {
    if (triangle[corner] == from && triangle[(corner + 1) % 3] == to) {
      return triangle[(corner + 2) % 3];
    }
  }
  return -1;
}

/// Replaces the side a-b of `flat`, shared with `other`, by the diagonal between the opposite
/// corners. Returns false, and changes nothing, if that would not give two sound triangles.
bool turn_diagonal(TriangleMesh& mesh, EdgeSet& edges, Triangle& flat, int side, Triangle& other) {
  const int a = flat[side], b = flat[(side + 1) % 3], c = flat[(side + 2) % 3];
  const int d = corner_behind(other, b, a);
  if (d < 0 || edges.contains(edge(c, d))) return false;
  const Triangle first = {a, d, c}, second = {d, b, c};
  if (is_degenerate(mesh, first) || is_degenerate(mesh, second)) return false;
  flat = first;
  other = second;
  edges.insert(edge(c, d));
  return true;
}

/// One pass over the mesh. It changes each triangle at most once, since the neighbours are computed
/// only before the pass.
FlatTriangleCounts pass(TriangleMesh& mesh) {
  const bool any_flat = std::any_of(mesh.triangles.begin(), mesh.triangles.end(),
                                    [&](const Triangle& t) { return is_degenerate(mesh, t); });
  if (!any_flat) return {};  // spares most meshes the computation of neighbours
  const auto neighbours = triangle_neighbours(mesh);
  EdgeSet edges = edges_of(mesh);
  std::vector<bool> changed(mesh.triangles.size(), false), keep(mesh.triangles.size(), true);
  FlatTriangleCounts counts;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    Triangle& flat = mesh.triangles[t];
    if (changed[t] || !is_degenerate(mesh, flat)) continue;
    const int side = triangle_shape(mesh, flat).longest_side;
    const int other = neighbours[t][side];
    if (other < 0) {
      keep[t] = false;
      changed[t] = true;
      ++counts.dropped;
    } else if (!changed[other] && turn_diagonal(mesh, edges, flat, side, mesh.triangles[other])) {
      changed[t] = changed[other] = true;
      ++counts.turned;
    }
  }
  std::size_t kept = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (keep[t]) mesh.triangles[kept++] = mesh.triangles[t];
  }
  mesh.triangles.resize(kept);
  return counts;
}

}  // namespace

FlatTriangleCounts remove_flat_triangles(TriangleMesh& mesh) {
  FlatTriangleCounts total;
  total.dropped = drop_collapsed(mesh);
  while (true) {
    FlatTriangleCounts counts = pass(mesh);
    if (counts.dropped + counts.turned == 0) counts.cut_out = drop_without_normal(mesh);
    if (counts.dropped + counts.turned + counts.cut_out == 0) return total;
    total.dropped += counts.dropped;
    total.turned += counts.turned;
    total.cut_out += counts.cut_out;
  }
}

}  // namespace condyle::mesh
