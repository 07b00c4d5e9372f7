#include "core/src/contact/surface/casting_nodes.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/src/base/checks.h"
#include "core/src/contact/surface/plain_vectors.h"
#include "core/src/mesh/crease.h"
#include "core/src/mesh/topology.h"
#include "core/src/mesh/welding.h"

namespace condyle {
namespace {

/// Sets of corners that lie at one position on one smooth side. Corner c of triangle t is number
/// 3 t + c, and the least corner of a set stands for it.
class CornerSets {
 public:
  explicit CornerSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int of(int corner) {
    while (parent_[corner] != corner) corner = parent_[corner] = parent_[parent_[corner]];
    return corner;
  }
  void join(int a, int b) {
    a = of(a), b = of(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<int> parent_;
};

bool meet_smoothly(const TriangleMesh& mesh, int a, int b) {
  const Eigen::Vector3d of_a = area_vector_doubled(mesh, a), of_b = area_vector_doubled(mesh, b);
  return plain_dot(of_a, of_b) > mesh::k_crease_cosine * plain_norm(of_a) * plain_norm(of_b);
}

/// Joins the corners at both ends of each edge without a crease. Where more than two triangles
/// share an edge, those that meet smoothly are joined.
CornerSets smooth_sides(const TriangleMesh& mesh, const std::vector<int>& first_at) {
  TriangleMesh joined = mesh;
  for (auto& triangle : joined.triangles)
    for (int& vertex : triangle) vertex = first_at[vertex];
  CornerSets sets(3 * mesh.triangles.size());
  const auto low = [](const mesh::EdgeUse& use) {
    return 3 * use.triangle + (use.forward ? use.side : (use.side + 1) % 3);
  };
  const auto high = [](const mesh::EdgeUse& use) {
    return 3 * use.triangle + (use.forward ? (use.side + 1) % 3 : use.side);
  };
  const auto uses = mesh::sorted_edge_uses(joined);
  mesh::for_each_edge(uses, [&](auto first, auto last) {
    for (auto a = first; a != last; ++a) {
      const auto b = std::find_if(a + 1, last, [&](const mesh::EdgeUse& other) {
        return meet_smoothly(mesh, a->triangle, other.triangle);
      });
      if (b == last) continue;
      sets.join(low(*a), low(*b));
      sets.join(high(*a), high(*b));
    }
  });
  return sets;
}

/// The corners that stand for their sets, in the order of their positions.
std::vector<int> ordered_sets(const TriangleMesh& mesh, const std::vector<int>& first_at,
                              CornerSets& sets) {
  std::vector<int> corners;
  for (int corner = 0; corner < 3 * static_cast<int>(mesh.triangles.size()); ++corner)
    if (sets.of(corner) == corner) corners.push_back(corner);
  const auto place = [&](int corner) { return first_at[mesh.triangles[corner / 3][corner % 3]]; };
  std::ranges::stable_sort(corners, {}, place);
  return corners;
}

/// Per corner that stands for a set: a third of the sum of its triangles' area vectors.
std::vector<Eigen::Vector3d> lumped_area_vectors(const TriangleMesh& mesh, CornerSets& sets) {
  std::vector<Eigen::Vector3d> sums(3 * mesh.triangles.size(), Eigen::Vector3d::Zero());
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const Eigen::Vector3d third = area_vector_doubled(mesh, t) / 6;
    for (int corner = 0; corner < 3; ++corner) sums[sets.of(3 * t + corner)] += third;
  }
  return sums;
}

mesh::NeighbourLists neighbours_of(const CastingNodes& nodes) {
  std::vector<std::pair<int, int>> pairs;
  const auto join = [&](int a, int b) {
    if (a < 0 || b < 0 || a == b) return;
    pairs.emplace_back(a, b);
    pairs.emplace_back(b, a);
  };
  for (const auto& corners : nodes.of_triangle)
    for (int side = 0; side < 3; ++side) join(corners[side], corners[(side + 1) % 3]);
  const int count = static_cast<int>(nodes.positions.size());
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < count && nodes.vertex[b] == nodes.vertex[a]; ++b) join(a, b);
  return mesh::neighbour_lists(count, std::move(pairs));
}

}  // namespace

CastingNodes casting_nodes(const TriangleMesh& mesh) {
  CONDYLE_VALIDATE(has_valid_indices(mesh));
  const std::vector<int> first_at = mesh::first_vertices_at(mesh.vertices);
  CornerSets sets = smooth_sides(mesh, first_at);
  const std::vector<Eigen::Vector3d> area_vectors = lumped_area_vectors(mesh, sets);
  CastingNodes nodes;
  std::vector<int> node_of(area_vectors.size(), -1);
  for (const int corner : ordered_sets(mesh, first_at, sets)) {
    const double area = plain_norm(area_vectors[corner]);
    if (!(area > 0)) continue;
    const int vertex = first_at[mesh.triangles[corner / 3][corner % 3]];
    node_of[corner] = static_cast<int>(nodes.positions.size());
    nodes.vertex.push_back(vertex);
    nodes.positions.push_back(mesh.vertices[vertex]);
    nodes.normals.push_back(area_vectors[corner] / area);
    nodes.areas.push_back(area);
  }
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    nodes.of_triangle.push_back(
        {node_of[sets.of(3 * t)], node_of[sets.of(3 * t + 1)], node_of[sets.of(3 * t + 2)]});
  nodes.neighbours = neighbours_of(nodes);
  return nodes;
}

}  // namespace condyle
