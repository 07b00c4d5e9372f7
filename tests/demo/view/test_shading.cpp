#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "condyle/mesh/primitives.h"
#include "condyle/mesh/triangle_mesh.h"
#include "view/corner_normals.h"
#include "view/lathe.h"

namespace condyle::test::shading_tests {

namespace {

constexpr double k_crease = 0.6;

}  // namespace

TEST_CASE("shading normals: smooth on a sphere") {
  const TriangleMesh sphere = mesh::make_uv_sphere(1, 80, 40);
  const auto normals = corner_normals(sphere, k_crease);
  REQUIRE(normals.size() == 3 * sphere.triangles.size());
  for (std::size_t c = 0; c < normals.size(); ++c) {
    const Eigen::Vector3f radial = sphere.vertices[sphere.triangles[c / 3][c % 3]].cast<float>();
    CHECK(normals[c].dot(radial) > 0.998f);  // flat steps of 4.5 degrees
  }
}

TEST_CASE("shading normals: sharp on a box") {
  const TriangleMesh box = mesh::make_box({1, 2, 3});
  const auto normals = corner_normals(box, k_crease);
  for (std::size_t c = 0; c < normals.size(); ++c) {
    const Eigen::Vector3d flat = area_vector_doubled(box, static_cast<int>(c / 3)).normalized();
    CHECK((normals[c] - flat.cast<float>()).norm() < 1e-6f);
  }
}

TEST_CASE("turned parts are closed and outward") {
  const double segments = 24, round = segments / 2 * std::sin(2 * std::numbers::pi / segments);
  CHECK(signed_volume(unit_cone()) == Approx(round / 3));
  CHECK(signed_volume(unit_sphere()) == Approx(4.0 / 3 * round).epsilon(0.03));  // 12 rings
}

}  // namespace condyle::test::shading_tests
