// Edges and neighbours against a plain search, on random meshes with every defect: repeated
// vertices, edges of one, three or more triangles, sides of zero length.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <tuple>

#include "core/src/mesh/neighbour_lists.h"
#include "core/src/mesh/topology.h"
#include "core/src/mesh/welding.h"

namespace condyle::test::topology_tests {

namespace {

TriangleMesh random_mesh(unsigned seed, int vertices, int triangles) {
  std::mt19937 random(seed);
  TriangleMesh mesh;
  for (int i = 0; i < vertices; ++i) {
    // Few positions, so that many vertices share one; zero with either sign.
    const auto coordinate = [&] {
      return (random() % 2 ? 1.0 : -1.0) * static_cast<double>(random() % 3);
    };
    mesh.vertices.emplace_back(coordinate(), coordinate(), coordinate());
  }
  for (int t = 0; t < triangles; ++t) {
    const auto vertex = [&] { return static_cast<int>(random() % vertices); };
    mesh.triangles.push_back({vertex(), vertex(), vertex()});
  }
  return mesh;
}

/// The triangles and sides on the edge between two vertices.
std::vector<std::pair<int, int>> uses_of(const TriangleMesh& mesh, const std::vector<int>& one_of,
                                         int a, int b) {
  std::vector<std::pair<int, int>> uses;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    for (int side = 0; side < 3; ++side) {
      const int from = one_of[mesh.triangles[t][side]];
      const int to = one_of[mesh.triangles[t][(side + 1) % 3]];
      if (std::minmax(from, to) == std::minmax(a, b)) uses.emplace_back(t, side);
    }
  }
  return uses;
}

}  // namespace

TEST_CASE("the first vertex at each position is found", "[mesh][topology]") {
  const unsigned seed = GENERATE(range(1u, 6u));
  CAPTURE(seed);
  const TriangleMesh mesh = random_mesh(seed, 60, 0);
  const std::vector<int> first = mesh::first_vertices_at(mesh.vertices);
  for (int i = 0; i < 60; ++i) {
    int expected = 0;
    while (mesh.vertices[expected] != mesh.vertices[i]) ++expected;
    CHECK(first[i] == expected);
  }
  CHECK(mesh::first_vertices_at({}).empty());
}

TEST_CASE("neighbours are those that share an edge of exactly two", "[mesh][topology]") {
  const unsigned seed = GENERATE(range(1u, 6u));
  const auto [vertices, triangles] = GENERATE(table<int, int>({{12, 20}, {200, 60}, {5, 300}}));
  CAPTURE(seed, vertices, triangles);
  const TriangleMesh mesh = random_mesh(seed, vertices, triangles);
  const std::vector<int> one_of = mesh::first_vertices_at(mesh.vertices);
  const auto neighbours = mesh::triangle_neighbours(mesh, one_of);
  REQUIRE(neighbours.size() == mesh.triangles.size());
  int found = 0;
  for (int t = 0; t < triangles; ++t) {
    for (int side = 0; side < 3; ++side) {
      const int a = one_of[mesh.triangles[t][side]];
      const int b = one_of[mesh.triangles[t][(side + 1) % 3]];
      int expected = -1;
      if (a != b) {
        const auto uses = uses_of(mesh, one_of, a, b);
        if (uses.size() == 2) {
          const bool is_first = uses[0] == std::pair(t, side);
          expected = uses[is_first ? 1 : 0].first;
        }
      }
      CAPTURE(t, side);
      CHECK(neighbours[t][side] == expected);
      found += expected >= 0;
    }
  }
  if (vertices == 12) CHECK(found > 0);  // otherwise the test would prove nothing
}

TEST_CASE("the side across a side is the other use of its edge", "[mesh][topology]") {
  const unsigned seed = GENERATE(range(1u, 6u));
  CAPTURE(seed);
  const TriangleMesh mesh = random_mesh(seed, 12, 20);
  std::vector<int> each(mesh.vertices.size());
  std::iota(each.begin(), each.end(), 0);
  const std::vector<int> across = mesh::sides_across(mesh);
  REQUIRE(across.size() == 3 * mesh.triangles.size());
  int found = 0;
  for (int t = 0; t < 20; ++t) {
    for (int k = 0; k < 3; ++k) {
      const int a = mesh.triangles[t][k], b = mesh.triangles[t][(k + 1) % 3];
      const auto uses = a != b ? uses_of(mesh, each, a, b) : std::vector<std::pair<int, int>>{};
      CAPTURE(t, k);
      if (uses.size() != 2) {
        CHECK(across[3 * t + k] == -1);
        continue;
      }
      const auto [s, j] = uses[uses[0] == std::pair(t, k) ? 1 : 0];
      CHECK(across[3 * t + k] == 3 * s + j);
      ++found;
    }
  }
  CHECK(found > 0);
}

TEST_CASE("edge uses are complete and in order", "[mesh][topology]") {
  const unsigned seed = GENERATE(range(1u, 6u));
  CAPTURE(seed);
  const TriangleMesh mesh = random_mesh(seed, 10, 80);
  const std::vector<mesh::EdgeUse> uses = sorted_edge_uses(mesh);
  const auto key = [](const mesh::EdgeUse& use) {
    return std::tuple(use.low, use.high, use.triangle, use.side);
  };
  std::size_t expected = 0;
  for (const auto& [a, b, c] : mesh.triangles) expected += (a != b) + (b != c) + (c != a);
  CHECK(uses.size() == expected);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const mesh::EdgeUse& use = uses[i];
    if (i > 0) CHECK(key(uses[i - 1]) < key(use));
    const int from = mesh.triangles[use.triangle][use.side];
    const int to = mesh.triangles[use.triangle][(use.side + 1) % 3];
    CHECK(use.low == std::min(from, to));
    CHECK(use.high == std::max(from, to));
    CHECK(use.forward == (from < to));
  }
}

TEST_CASE("lists of neighbours hold each pair once, ascending, and nothing for those alone",
          "[mesh]") {
  const mesh::NeighbourLists lists =
      mesh::neighbour_lists(5, {{3, 1}, {0, 4}, {3, 0}, {0, 4}, {4, 0}});
  const auto of = [&](int item) {
    return std::vector<int>(lists.of(item).begin(), lists.of(item).end());
  };
  CHECK(of(0) == std::vector{4});
  CHECK(of(1).empty());
  CHECK(of(3) == std::vector{0, 1});
  CHECK(of(4) == std::vector{0});
  CHECK(mesh::neighbour_lists(0, {}).first.size() == 1);
}

}  // namespace condyle::test::topology_tests
