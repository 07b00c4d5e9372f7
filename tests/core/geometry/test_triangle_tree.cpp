#include <catch2/catch.hpp>
#include <limits>

#include "condyle/mesh/primitives.h"
#include "core/collision/random_geometry.h"
#include "core/src/geometry/triangle_tree.h"
#include "support/few_or_all.h"

namespace condyle::test::triangle_tree_tests {

using namespace geometry;

namespace {

using test::RandomGeometry;

constexpr double k_infinite = std::numeric_limits<double>::infinity();

RayHit nearest_by_brute_force(const TriangleMesh& mesh, const Ray& ray, double max_distance) {
  RayHit hit;
  const ShearedRay line = sheared(ray);
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    keep_nearest(line, {{mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}, t},
                 {std::numeric_limits<double>::min(), max_distance}, hit);
  }
  return hit;
}

/// A ray that often meets the mesh: at a random point, at a vertex, along an edge or along an axis.
Ray random_ray(RandomGeometry& random, const TriangleMesh& mesh, double extent) {
  Ray ray{random.vector(2 * extent), random.direction()};
  const auto& triangle = mesh.triangles[random.integer(0, int(mesh.triangles.size()) - 1)];
  const Eigen::Vector3d a = mesh.vertices[triangle[0]], b = mesh.vertices[triangle[1]];
  switch (random.integer(0, 4)) {
    case 0:
      ray.direction = (a - ray.origin).normalized();
      break;
    case 1:
      ray.direction = (0.3 * a + 0.7 * b - ray.origin).normalized();
      break;
    case 2:
      ray = {a - (b - a), (b - a).normalized()};
      break;
    case 3:
      ray.direction = Eigen::Vector3d::Unit(random.integer(0, 2));
      break;
    default:
      break;
  }
  return ray;
}

void compare_with_brute_force(const TriangleMesh& mesh, RandomGeometry& random, double extent) {
  const TriangleTree tree(mesh);
  for (int i = 0; i < 300; ++i) {
    const Ray ray = random_ray(random, mesh, extent);
    const double reach = random.integer(0, 1) == 0 ? k_infinite : random.uniform(0, 2 * extent);
    const RayHit expected = nearest_by_brute_force(mesh, ray, reach);
    const RayHit hit = tree.nearest(ray, reach);
    REQUIRE(hit.triangle == expected.triangle);
    REQUIRE(hit.distance == expected.distance);
    REQUIRE(hit.leaves == expected.leaves);
  }
}

}  // namespace

TEST_CASE("A ray through a box enters and leaves at the right distances") {
  const TriangleTree tree(mesh::make_box({2, 2, 2}));
  const RayHit enters = tree.nearest({{0.3, -0.2, 5}, {0, 0, -1}}, k_infinite);
  CHECK(enters.triangle >= 0);
  CHECK(enters.distance == 4);
  CHECK_FALSE(enters.leaves);
  const RayHit leaves = tree.nearest({{0.3, -0.2, 0.5}, {0, 0, -1}}, k_infinite);
  CHECK(leaves.distance == 1.5);
  CHECK(leaves.leaves);
  CHECK(tree.nearest({{0.3, -0.2, 5}, {0, 0, -1}}, 3.999).triangle == -1);
  CHECK(tree.nearest({{0.3, -0.2, 5}, {0, 0, -1}}, 4).triangle >= 0);
  CHECK(tree.nearest({{0.3, -0.2, 5}, {0, 0, 1}}, k_infinite).triangle == -1);
}

TEST_CASE("A crossing at distance zero does not count, the next one does") {
  const TriangleTree tree(mesh::make_box({2, 2, 2}));
  const RayHit hit = tree.nearest({{0.3, -0.2, 1}, {0, 0, -1}}, k_infinite);
  CHECK(hit.distance == 2);
  CHECK(hit.leaves);
}

TEST_CASE("Of equally near triangles the lowest index is hit") {
  const TriangleMesh grid = mesh::make_plane_grid(2, 2, 2, 2);
  const RayHit hit = TriangleTree(grid).nearest({{0, 0, 1}, {0, 0, -1}}, k_infinite);
  CHECK(hit.triangle == nearest_by_brute_force(grid, {{0, 0, 1}, {0, 0, -1}}, 2).triangle);
  CHECK(hit.triangle == 0);
}

TEST_CASE("An empty tree is never hit") {
  CHECK(TriangleTree(TriangleMesh{}).nearest({{0, 0, 1}, {0, 0, -1}}, k_infinite).triangle == -1);
}

TEST_CASE("The tree holds every triangle once, in boxes that hold its corners") {
  const TriangleMesh mesh = mesh::make_torus(1, 0.3, 61, 43);
  const TriangleTree tree(mesh);
  const PackedTree packed = tree.packed();
  std::vector<int> seen(mesh.triangles.size(), 0);
  for (std::size_t i = 0; i < tree.triangles().size(); ++i) {
    const TreeTriangle& triangle = tree.triangles()[i];
    ++seen[triangle.index];
    for (int v = 0; v < 3; ++v) {
      const Eigen::Vector3d& corner = mesh.vertices[mesh.triangles[triangle.index][v]];
      REQUIRE(Eigen::Vector3d(triangle.corner[v]) == corner);
      const auto at = tree.space().place(corner);
      for (int k = 0; k < 3; ++k) {
        CHECK(packed.leaves[i / 16].corner[3 * v + k][i % 16] == at[k]);
        std::size_t box = i / 16;
        for (int level = 0; level < packed.levels; ++level, box /= 16) {
          const BoxPack& pack = packed.level[level][box / 16];
          CHECK(std::abs(at[k] - pack.center[k][box % 16]) <=
                pack.half[k][box % 16] + 1e-6f);  // rounding of floats near 1
        }
      }
    }
  }
  CHECK(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));
}

TEST_CASE("The tree finds what a test of every triangle finds, to the last bit", "[rounds]") {
  const unsigned seed = GENERATE(range(1u, few_or_all(3u, 6u)));
  const double scale = GENERATE(1e-6, 1.0, 1e6);
  INFO("seed " << seed << ", scale " << scale);
  RandomGeometry random(seed);
  compare_with_brute_force(random.soup(400, scale), random, scale);
  compare_with_brute_force(scaled(mesh::make_icosphere(1, 3), {scale, scale, scale}), random,
                           scale);
  compare_with_brute_force(scaled(mesh::make_torus(1, 0.3, 30, 20), {scale, scale, scale}), random,
                           scale);
  compare_with_brute_force(scaled(mesh::make_box({1, 1, 1e-4}, {6, 6, 2}), {scale, scale, scale}),
                           random, scale);
  compare_with_brute_force(
      random.bumpy(mesh::make_plane_grid(2 * scale, 2 * scale, 20, 20), 0.02 * scale), random,
      scale);
}

TEST_CASE("Meshes that no plane splits, or that shrink without end, keep the tree shallow") {
  TriangleMesh stacked, shrinking;
  for (int t = 0; t < 1000; ++t) {
    const double size = std::pow(2.0, -t % 1000);
    for (TriangleMesh* mesh : {&stacked, &shrinking}) {
      const double s = mesh == &stacked ? 1 : size;
      const int first = 3 * t;
      mesh->vertices.insert(mesh->vertices.end(), {{s, s, 0}, {2 * s, s, 0}, {s, 2 * s, s}});
      mesh->triangles.push_back({first, first + 1, first + 2});
    }
  }
  RandomGeometry random(7);
  compare_with_brute_force(stacked, random, 2);
  compare_with_brute_force(shrinking, random, 2);
}

}  // namespace condyle::test::triangle_tree_tests
