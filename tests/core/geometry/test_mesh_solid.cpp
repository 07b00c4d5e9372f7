// Meshes as shapes.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "condyle/error.h"
#include "condyle/geometry/mesh_solid.h"
#include "condyle/mesh/primitives.h"
#include "core/geometry/random_shapes.h"
#include "core/src/geometry/ray_triangle.h"
#include "core/src/geometry/smallest_sphere.h"
#include "support/few_or_all.h"

namespace condyle::test::mesh_solid_tests {

using namespace geometry;

namespace {

using Eigen::Vector3d;
using test::RandomShapes;

constexpr unsigned k_seed = 48;

/// Calls test(solid) for solids of few and of many triangles, of equal and of different sizes, at
/// this scale.
template <class Test>
void for_some_solids(double scale, RandomShapes& random, const Test& test) {
  INFO("seed " << k_seed << ", scale " << scale);
  for (const TriangleMesh& mesh : {random.mesh_solid().mesh(), mesh::make_box({1, 2, 3}, {6, 6, 1}),
                                   mesh::make_torus(1, 0.4, 24, 12), mesh::make_icosphere(1, 4)})
    test(MeshSolid(scaled(mesh, {scale, scale, scale})));
}

/// Of equally near triangles, the one with the lowest index.
MeshPoint nearest_by_brute_force(const MeshSolid& solid, const Vector3d& p) {
  MeshPoint best;
  double least = std::numeric_limits<double>::infinity();
  for (int t = 0; t < static_cast<int>(solid.mesh().triangles.size()); ++t) {
    const MeshPoint at = solid.nearest_point_on(t, p);
    const double squared = (solid.position(at) - p).squaredNorm();
    if (squared < least) least = squared, best = at;
  }
  return best;
}

}  // namespace

TEST_CASE("a mesh's nearest point is the nearest of all triangles, to the bit", "[geometry]") {
  RandomShapes random(k_seed);
  const double scale = GENERATE(1e-6, 1.0, 1e6);
  for_some_solids(scale, random, [&](const MeshSolid& solid) {
    for (int i = 0; i < 300; ++i) {
      // On the mesh, about it, and up to 1e9 times its size away.
      Vector3d p = random.point_about(solid);
      if (i % 3 == 1) p = solid.position(solid.nearest_point(p));
      if (i % 3 == 2) p *= std::pow(10, i % 10);
      const MeshPoint expected = nearest_by_brute_force(solid, p), found = solid.nearest_point(p);
      REQUIRE(found.weights.minCoeff() >= 0);
      REQUIRE(found.weights.sum() == Approx(1).epsilon(1e-14));
      REQUIRE(found.triangle == expected.triangle);
      REQUIRE(found.weights == expected.weights);
    }
  });
}

TEST_CASE("a mesh has a nearest point even to what is not a number", "[geometry]") {
  const MeshSolid solid(mesh::make_icosphere(1, 3));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(solid.nearest_point({nan, nan, nan}).triangle >= 0);
  CHECK(solid.nearest_point({0, nan, 0}).triangle >= 0);
  CHECK(solid.nearest_point(Vector3d::Constant(1e300)).triangle >= 0);
}

TEST_CASE("rays and segments meet the triangles of a mesh that each meets by itself",
          "[geometry]") {
  RandomShapes random(k_seed);
  const double scale = GENERATE(1e-6, 1.0, 1e6);
  for_some_solids(scale, random, [&](const MeshSolid& solid) {
    for (int i = 0; i < 300; ++i) {
      const Vector3d from = scale * random.vector(3), to = scale * random.vector(3);
      std::vector<double> expected;
      double enters = 2;
      for (int t = 0; t < static_cast<int>(solid.mesh().triangles.size()); ++t) {
        const auto [a, b, c] = solid.mesh().triangles[t];
        const auto& v = solid.mesh().vertices;
        const Crossing at = cross(sheared(Ray{from, to - from}), v[a], v[b], v[c]);
        if (!at.hit || at.distance < 0) continue;
        expected.push_back(at.distance);
        if (!at.leaves) enters = std::min(enters, at.distance);
      }
      std::vector<double> found;
      for (const auto& hit : solid.triangle_crossings(from, to - from)) {
        found.push_back(hit.distance);
      }
      REQUIRE(found == expected);
      const auto inside = solid.first_inside(from, to);
      REQUIRE(inside.has_value() == (enters < 1));
      if (inside) REQUIRE(inside->enters == enters);
    }
  });
}

TEST_CASE("rays from inside a mesh leave it once more than they enter", "[geometry]") {
  RandomShapes random(k_seed);
  for (const TriangleMesh& mesh : {mesh::make_box({1, 2, 3}, {3, 4, 5}),
                                   mesh::make_torus(1, 0.4, 24, 12), mesh::make_icosphere(1, 3)}) {
    const MeshSolid solid(mesh);
    for (int i = 0; i < 2000; ++i) {
      Vector3d p = random.vector(1.2);
      if (i % 3 == 0) p = Vector3d::Zero();
      // Random directions, directions to corners, and directions to the middles of edges.
      Vector3d d = random.direction();
      const auto& [a, b, c] =
          mesh.triangles[random.integer(0, static_cast<int>(mesh.triangles.size()) - 1)];
      if (i % 4 == 1) d = mesh.vertices[a] - p;
      if (i % 4 == 2) d = 0.5 * (mesh.vertices[a] + mesh.vertices[b]) - p;
      const bool inside = nearest(solid, p).distance < 0;
      const auto crossings = ray_crossings(solid, p, d);
      CHECK(crossings.size() % 2 == (inside ? 1u : 0u));
      if (!crossings.empty()) CHECK(crossings[0].leaves == inside);
    }
  }
}

TEST_CASE("random rays from inside a mesh leave it once more than they enter",
          "[geometry][many][rounds]") {
  RandomShapes random(k_seed);
  const MeshSolid ring(mesh::make_torus(1, 0.4, 6, 4));
  int wrong = 0;
  for (int i = 0; i < few_or_all(200000, 1000000); ++i) {
    const Vector3d p = Vector3d(0.8, 0, 0) + random.vector(0.05);
    wrong += ray_crossings(ring, p, random.direction()).size() % 2 != 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("vertices that no triangle uses are no part of a mesh solid", "[geometry]") {
  const TriangleMesh box = mesh::make_box({1, 2, 3}, {2, 3, 4});
  TriangleMesh littered = box;
  littered.vertices.insert(littered.vertices.begin(), Vector3d(50, 60, 70));
  for (auto& triangle : littered.triangles) {
    for (int& vertex : triangle) ++vertex;
  }
  littered.vertices.push_back(Vector3d(-80, 0, 0));
  const MeshSolid clean(box), solid(littered);
  for (const Vector3d& d : {Vector3d(1, 2, 3), Vector3d(-1, 0.5, -2)}) {
    CHECK(support(solid, d) == support(clean, d));
  }
  CHECK(bounding_sphere(Shape(solid)).radius == bounding_sphere(Shape(clean)).radius);
  CHECK(solid.bounds().min() == clean.bounds().min());
  CHECK(solid.bounds().max() == clean.bounds().max());
  CHECK(solid.is_convex());
}

TEST_CASE("what is convex is told from what is not", "[geometry]") {
  CHECK(MeshSolid(mesh::make_box({1, 2, 3}, {2, 3, 4})).is_convex());
  CHECK(MeshSolid(mesh::make_icosphere(1, 2)).is_convex());
  CHECK(MeshSolid(mesh::make_cylinder(1, 2, 9, 3, 2)).is_convex());
  CHECK_FALSE(MeshSolid(mesh::make_torus(1, 0.3, 12, 8)).is_convex());
  Pose X = Pose::Identity();
  X.translation().x() = 5;
  CHECK_FALSE(
      MeshSolid(joined(mesh::make_icosphere(1, 1), transformed(mesh::make_icosphere(1, 1), X)))
          .is_convex());
}

TEST_CASE("smooth normals change continuously and point outward", "[geometry]") {
  RandomShapes random(k_seed);
  const MeshSolid smooth(mesh::make_icosphere(1, 3), MeshNormals::smooth);
  const MeshSolid flat(mesh::make_icosphere(1, 3));
  for (int i = 0; i < 500; ++i) {
    const Vector3d p = 2 * random.direction();
    const SurfacePoint near = nearest(smooth, p), face = nearest(flat, p);
    CHECK((near.point - face.point).norm() == 0);
    // Within the quadratic error of interpolation over a facet of 0.15, where the facet's own
    // normal errs by up to 0.09.
    CHECK((near.normal - near.point.normalized()).norm() <= 0.02);
  }
}

TEST_CASE("meshes that bound nothing are refused", "[geometry]") {
  CHECK_THROWS_WITH(MeshSolid(mesh::make_plane_grid(1, 1, 2, 2)), Catch::Contains("closed"));
  CHECK_THROWS_AS(MeshSolid(TriangleMesh{}), InputError);
}

TEST_CASE("the smallest sphere is no larger than it must be", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 200; ++i) {
    std::vector<Vector3d> points;
    const int n = random.integer(1, 30);
    for (int k = 0; k < n; ++k) points.push_back(random.vector(1));
    const BoundingSphere sphere = smallest_sphere(points);
    // The sphere's centre is in the hull of the points on it: no direction leads away from all of
    // them.
    std::vector<Vector3d> touching;
    for (const Vector3d& p : points) {
      CHECK((p - sphere.centre).norm() <= sphere.radius * (1 + 1e-12) + 1e-15);
      if ((p - sphere.centre).norm() > sphere.radius * (1 - 1e-9)) touching.push_back(p);
    }
    for (int k = 0; k < 50 && n > 1; ++k) {
      const Vector3d d = random.direction();
      double most = -1;
      for (const Vector3d& p : touching) most = std::max(most, d.dot(p - sphere.centre));
      CHECK(most >= -1e-7);
    }
  }
}

}  // namespace condyle::test::mesh_solid_tests
