#include "core/src/contact/casting_nodes.h"

#include <utility>

#include "core/src/base/checks.h"
#include "core/src/contact/plain_vectors.h"
#include "core/src/mesh/topology.h"

namespace condyle {
namespace {

/// Per vertex that is the first at its position: a third of the sum of its triangles' area vectors.
std::vector<Eigen::Vector3d> lumped_area_vectors(const TriangleMesh& mesh,
                                                 const std::vector<int>& first_at) {
  std::vector<Eigen::Vector3d> sums(mesh.vertices.size(), Eigen::Vector3d::Zero());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Eigen::Vector3d third = area_vector_doubled(mesh, static_cast<int>(t)) / 6;
    for (const int vertex : mesh.triangles[t]) sums[first_at[vertex]] += third;
  }
  return sums;
}

mesh::NeighbourLists neighbours_of(const CastingNodes& nodes, const TriangleMesh& mesh) {
  std::vector<std::pair<int, int>> pairs;
  for (const auto& triangle : mesh.triangles) {
    for (int side = 0; side < 3; ++side) {
      const int a = nodes.of_vertex[triangle[side]], b = nodes.of_vertex[triangle[(side + 1) % 3]];
      if (a < 0 || b < 0 || a == b) continue;
      pairs.emplace_back(a, b);
      pairs.emplace_back(b, a);
    }
  }
  return mesh::neighbour_lists(static_cast<int>(nodes.positions.size()), std::move(pairs));
}

}  // namespace

CastingNodes casting_nodes(const TriangleMesh& mesh) {
  CONDYLE_VALIDATE(has_valid_indices(mesh));
  const std::vector<int> first_at = mesh::first_vertices_at(mesh.vertices);
  const std::vector<Eigen::Vector3d> area_vectors = lumped_area_vectors(mesh, first_at);
  CastingNodes nodes;
  nodes.of_vertex.assign(mesh.vertices.size(), -1);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const auto first = static_cast<std::size_t>(first_at[v]);
    const double area = plain_norm(area_vectors[first]);
    if (first == v && area > 0) {
      nodes.of_vertex[v] = static_cast<int>(nodes.positions.size());
      nodes.vertex.push_back(static_cast<int>(v));
      nodes.positions.push_back(mesh.vertices[v]);
      nodes.normals.push_back(area_vectors[v] / area);
      nodes.areas.push_back(area);
    } else {
      nodes.of_vertex[v] = nodes.of_vertex[first];
    }
  }
  nodes.neighbours = neighbours_of(nodes, mesh);
  return nodes;
}

}  // namespace condyle
