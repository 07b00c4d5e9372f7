#include "condyle/mesh/triangle_mesh.h"

#include <fmt/core.h>

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "condyle/error.h"
#include "core/src/mesh/topology.h"

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

Eigen::Vector3d area_vector_doubled(const TriangleMesh& mesh, int t) {
  const auto [a, b, c] = mesh.triangles[t];
  const Eigen::Vector3d& origin = mesh.vertices[a];
  return (mesh.vertices[b] - origin).cross(mesh.vertices[c] - origin);
}

Eigen::Vector3d centroid(const TriangleMesh& mesh, int t) {
  const auto [a, b, c] = mesh.triangles[t];
  return (mesh.vertices[a] + mesh.vertices[b] + mesh.vertices[c]) / 3.0;
}

Eigen::AlignedBox3d bounding_box(const TriangleMesh& mesh) {
  Eigen::AlignedBox3d box;
  for (const Eigen::Vector3d& vertex : mesh.vertices) box.extend(vertex);
  return box;
}

TriangleMesh transformed(TriangleMesh mesh, const Pose& X_AB) {
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex = X_AB * vertex;
  return mesh;
}

TriangleMesh scaled(TriangleMesh mesh, const Eigen::Vector3d& factors) {
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex = vertex.cwiseProduct(factors);
  if (factors.prod() < 0) {
    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  }
  return mesh;
}

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

TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const int offset = static_cast<int>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [i, j, k] : b.triangles) {
    a.triangles.push_back({i + offset, j + offset, k + offset});
  }
  return a;
}

void require_valid(const TriangleMesh& mesh, const std::string& what) {
  if (mesh.triangles.empty()) {
    throw InputError(fmt::format("{}: the mesh has no triangle; give a surface mesh", what));
  }
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!mesh.vertices[i].allFinite()) {
      throw InputError(fmt::format(
          "{}: vertex {} has a coordinate that is not finite; export the mesh again", what, i));
    }
  }
  const int vertex_count = static_cast<int>(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (const int vertex : mesh.triangles[t]) {
      if (vertex >= 0 && vertex < vertex_count) continue;
      throw InputError(
          fmt::format("{}: triangle {} names vertex {} but the mesh has {} vertices, counted from "
                      "0; export the mesh again",
                      what, t, vertex, vertex_count));
    }
  }
}

}  // namespace condyle::mesh
