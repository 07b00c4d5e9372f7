#include "core/src/mesh/welding.h"

#include <bit>
#include <cstdint>
#include <utility>

namespace condyle::mesh {
namespace {

std::uint64_t hash_of(const Eigen::Vector3d& position) {
  std::uint64_t hash = 0;
  for (const double coordinate : position) {
    // Adding zero turns -0 into +0: they compare equal, so they must have the same hash.
    hash = (hash ^ std::bit_cast<std::uint64_t>(coordinate + 0.0)) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

std::vector<int> first_vertices_at(const std::vector<Eigen::Vector3d>& positions) {
  // A hash table with open addressing, at most half full, that holds the first vertex at each
  // position.
  const std::size_t mask = std::bit_ceil(2 * positions.size() + 1) - 1;
  std::vector<int> table(mask + 1, -1);
  std::vector<int> first(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    std::size_t slot = hash_of(positions[i]) & mask;
    while (table[slot] >= 0 && positions[table[slot]] != positions[i]) slot = (slot + 1) & mask;
    if (table[slot] < 0) table[slot] = static_cast<int>(i);
    first[i] = table[slot];
  }
  return first;
}

TriangleMesh welded(const TriangleMesh& mesh) {
  const std::vector<int> merged = first_vertices_at(mesh.vertices);
  std::vector<std::array<int, 3>> triangles = mesh.triangles;
  for (auto& triangle : triangles) {
    for (int& vertex : triangle) vertex = merged[vertex];
  }
  // The vertices keep their old order, so that welding a welded mesh changes nothing.
  return without_unused_vertices(mesh.vertices, std::move(triangles));
}

TriangleMesh without_unused_vertices(const std::vector<Eigen::Vector3d>& vertices,
                                     std::vector<std::array<int, 3>> triangles) {
  std::vector<int> renumbered(vertices.size(), -1);
  for (const auto& triangle : triangles) {
    for (const int vertex : triangle) renumbered[vertex] = 0;
  }
  TriangleMesh kept;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (renumbered[i] < 0) continue;
    renumbered[i] = static_cast<int>(kept.vertices.size());
    kept.vertices.push_back(vertices[i]);
  }
  for (auto& triangle : triangles) {
    for (int& vertex : triangle) vertex = renumbered[vertex];
  }
  kept.triangles = std::move(triangles);
  return kept;
}

}  // namespace condyle::mesh
