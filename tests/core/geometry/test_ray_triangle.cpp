#include <catch2/catch.hpp>

#include "condyle/mesh/primitives.h"
#include "core/collision/random_geometry.h"
#include "core/src/geometry/ray_triangle.h"
#include "core/src/geometry/triangle_tree.h"
#include "support/few_or_all.h"

namespace condyle::test::ray_triangle_tests {

using namespace geometry;

namespace {

using test::RandomGeometry;

constexpr double k_infinite = std::numeric_limits<double>::infinity();

__extension__ using Integer = __int128;

int sign(double x) { return (x > 0) - (x < 0); }
int sign(Integer x) { return (x > 0) - (x < 0); }

/// A closed mesh that is star-shaped about every point within 0.1 `size` of the origin.
TriangleMesh lumpy_ball(RandomGeometry& random, double size) {
  return scaled(random.bumpy(mesh::make_icosphere(1, 3), 0.01), {size, size, size});
}

int count_crossings(const TriangleMesh& mesh, const Ray& ray) {
  const ShearedRay line = sheared(ray);
  int count = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Crossing crossing = cross(line, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
    count += crossing.hit && crossing.distance > 0;
  }
  return count;
}

}  // namespace

TEST_CASE("A difference of products has the sign of the exact value") {
  RandomGeometry random(1);
  std::mt19937_64 bits(2);
  for (int i = 0; i < 200000; ++i) {
    // Integers of up to 53 bits, exact in double, whose products cancel nearly or fully.
    const auto a = static_cast<std::int64_t>(bits() >> 12),
               b = static_cast<std::int64_t>(bits() >> 12);
    const std::int64_t c = a + random.integer(-2, 2), d = b + random.integer(-2, 2);
    const Integer exact = Integer(a) * b - Integer(c) * d;
    const double result = difference_of_products(static_cast<double>(a), static_cast<double>(b),
                                                 static_cast<double>(c), static_cast<double>(d));
    REQUIRE(sign(result) == sign(exact));
    REQUIRE(std::abs(result - static_cast<double>(exact)) <=
            0x1p-24 * std::abs(static_cast<double>(exact)));
  }
}

TEST_CASE("No ray slips through a vertex or an edge of a closed mesh, at any scale", "[rounds]") {
  const double size = GENERATE(1e-6, 1e-3, 1.0, 1e3, 1e6);
  INFO("size " << size << ", seed 3");
  RandomGeometry random(3);
  const TriangleMesh mesh = lumpy_ball(random, size);
  const TriangleTree tree(mesh);
  int misses = 0, entering = 0, displaced = 0;
  for (int i = 0; i < few_or_all(60000, 250000); ++i) {
    const auto& triangle = mesh.triangles[random.integer(0, int(mesh.triangles.size()) - 1)];
    const Eigen::Vector3d a = mesh.vertices[triangle[0]], b = mesh.vertices[triangle[1]];
    const Eigen::Vector3d goal = i % 2 == 0 ? a : a + random.uniform(0, 1) * (b - a);
    const Eigen::Vector3d origin = random.vector(0.05 * size);
    const RayHit hit = tree.nearest({origin, (goal - origin).normalized()}, k_infinite);
    misses += hit.triangle < 0;
    entering += !hit.leaves;
    // Rounding of the direction and of the sheared corners, each 1e-16 of the size.
    displaced += !(std::abs(hit.distance - (goal - origin).norm()) < 1e-13 * size);
  }
  CHECK(misses == 0);
  CHECK(entering == 0);
  CHECK(displaced == 0);
}

TEST_CASE("A ray from inside a closed mesh crosses it an odd number of times, from outside even",
          "[rounds]") {
  RandomGeometry random(4);
  const TriangleMesh ball = random.bumpy(mesh::make_icosphere(1, 1), 0.01);
  const TriangleMesh ring = mesh::make_torus(1, 0.4, 8, 6);
  int wrong = 0;
  for (int i = 0; i < few_or_all(30000, 100000); ++i) {
    const Eigen::Vector3d d = random.direction();
    const Eigen::Vector3d in_ring = Eigen::Vector3d(0.92, 0, 0) + random.vector(0.05);
    wrong += count_crossings(ball, {random.vector(0.05), d}) != 1;
    wrong += count_crossings(ring, {in_ring, d}) % 2 != 1;
    wrong += count_crossings(ring, {random.vector(0.1), d}) % 2 != 0;
  }
  CHECK(wrong == 0);
}

TEST_CASE("A ray along a face meets the faces at its ends") {
  const TriangleMesh box = mesh::make_box({2, 2, 2});
  CHECK(TriangleTree(box).nearest({{-3, 0.25, 1}, {1, 0, 0}}, k_infinite).distance == 2);
  CHECK(TriangleTree(box).nearest({{-3, 1, 1}, {1, 0, 0}}, k_infinite).distance == 2);
}

TEST_CASE("A triangle without area, or seen edge-on, is not met") {
  const Ray down{{0.25, 0.25, 1}, {0, 0, -1}};
  const auto met = [&](const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                       const Eigen::Vector3d& c) { return cross(sheared(down), a, b, c).hit; };
  CHECK(met({0, 0, 0}, {1, 0, 0}, {0, 1, 0}));
  CHECK(met({0, 0, 0}, {0, 1, 0}, {1, 0, 0}));
  CHECK_FALSE(met({0.25, 0.25, 0}, {0.25, 0.25, 0}, {0.25, 0.25, 0}));
  CHECK_FALSE(met({0, 0, 0}, {0.5, 0.5, 0}, {1, 1, 0}));
  CHECK_FALSE(met({0.25, 0, 0}, {0.25, 1, 0}, {0.25, 0, -1}));
}

}  // namespace condyle::test::ray_triangle_tests
