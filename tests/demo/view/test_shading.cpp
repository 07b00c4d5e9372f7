#include <catch2/catch.hpp>
#include <numbers>

#include "condyle/mesh/primitives.h"
#include "view/corner_normals.h"
#include "view/corner_values.h"
#include "view/lathe.h"

namespace condyle::test::shading_tests {

namespace {

constexpr double k_crease = 0.6;

double signed_volume(const TriangleMesh& mesh) {
  double six_volumes = 0;
  for (const auto& t : mesh.triangles) {
    six_volumes += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]]));
  }
  return six_volumes / 6;
}

}  // namespace

TEST_CASE("shading normals: smooth on a sphere") {
  const TriangleMesh sphere = make_uv_sphere(1, 80, 40);
  const auto normals = corner_normals(sphere, k_crease);
  REQUIRE(normals.size() == 3 * sphere.triangles.size());
  for (std::size_t c = 0; c < normals.size(); ++c) {
    const Eigen::Vector3f radial = sphere.vertices[sphere.triangles[c / 3][c % 3]].cast<float>();
    CHECK(normals[c].dot(radial) > 0.998f);  // flat steps of 4.5 degrees
  }
}

TEST_CASE("shading normals: sharp on a box") {
  const TriangleMesh box = make_box({1, 2, 3});
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

TEST_CASE("corner values: flat gives each triangle its own, smooth the mean by area") {
  TriangleMesh mesh;  // two triangles on one edge, areas 1/2 and 1
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-2, 0, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  CornerValues corners(mesh);
  const std::vector<double> pressure{6, 0};
  const auto flat = corners.spread(pressure, false);
  CHECK(std::vector<float>(flat.begin(), flat.end()) == std::vector<float>{6, 6, 6, 0, 0, 0});
  const auto smooth = corners.spread(pressure, true);
  CHECK(std::vector<float>(smooth.begin(), smooth.end()) == std::vector<float>{2, 6, 2, 2, 2, 0});
}

TEST_CASE("corner values: a constant stays constant, and nothing lingers from frame to frame") {
  CornerValues corners(make_box({1, 1, 1}));
  const std::vector<double> ones(12, 1.0), zeros(12, 0.0);
  for (float value : corners.spread(ones, true)) CHECK(value == Approx(1));
  for (float value : corners.spread(zeros, true)) CHECK(value == 0);
}

}  // namespace condyle::test::shading_tests
