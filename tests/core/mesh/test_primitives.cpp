#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <set>

#include "condyle/error.h"
#include "condyle/mesh/primitives.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/src/mesh/topology.h"
#include "support/peak_memory.h"

namespace condyle::test::primitives_tests {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

struct Case {
  std::string name;
  TriangleMesh mesh;
  int triangles;
  int vertices;
};

std::vector<Case> closed_cases() {
  return {
      {"least box", mesh::make_box({1, 2, 3}), 12, 8},
      {"cut box", mesh::make_box({1, 2, 3}, {3, 4, 5}), 188, 96},
      {"least UV sphere", mesh::make_uv_sphere(1, 3, 2), 6, 5},
      {"UV sphere", mesh::make_uv_sphere(0.02, 24, 13), 576, 290},
      {"icosahedron", mesh::make_icosphere(1, 0), 20, 12},
      {"icosphere", mesh::make_icosphere(0.02, 4), 5120, 2562},
      {"least cylinder", mesh::make_cylinder(1, 2, 3), 12, 8},
      {"cylinder", mesh::make_cylinder(0.01, 0.03, 17, 4, 3), 306, 155},
      {"least capsule", mesh::make_capsule(1, 2, 3, 1), 12, 8},
      {"capsule", mesh::make_capsule(0.01, 0.03, 16, 5, 2), 352, 178},
      {"least torus", mesh::make_torus(2, 1, 3, 3), 18, 9},
      {"torus", mesh::make_torus(0.03, 0.01, 40, 20), 1600, 800},
      {"ellipsoid", mesh::make_ellipsoid({0.01, 0.02, 0.03}, 3), 1280, 642},
  };
}

double smallest_doubled_area(const TriangleMesh& mesh) {
  double smallest = std::numeric_limits<double>::infinity();
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    smallest = std::min(smallest, area_vector_doubled(mesh, t).norm());
  }
  return smallest;
}

/// log2 of the ratio of the errors of two meshes, the second twice as fine.
double order(double coarse, double fine, double exact) {
  return std::log2(std::abs(coarse - exact) / std::abs(fine - exact));
}

}  // namespace

TEST_CASE("primitives have the stated counts, are welded, closed and wound outward", "[mesh]") {
  for (const Case& shape : closed_cases()) {
    INFO(shape.name);
    CHECK(static_cast<int>(shape.mesh.triangles.size()) == shape.triangles);
    CHECK(static_cast<int>(shape.mesh.vertices.size()) == shape.vertices);
    CHECK(welded(shape.mesh).vertices.size() == shape.mesh.vertices.size());
    CHECK(is_closed(shape.mesh));
    CHECK(signed_volume(shape.mesh) > 0);
    CHECK(smallest_doubled_area(shape.mesh) > 1e-4 * surface_area(shape.mesh) / shape.triangles);
  }
}

TEST_CASE("the area vectors of a closed primitive sum to zero", "[mesh]") {
  for (const Case& shape : closed_cases()) {
    INFO(shape.name);
    Vector3d sum = Vector3d::Zero();
    for (int t = 0; t < shape.triangles; ++t) sum += area_vector_doubled(shape.mesh, t);
    // Rounding of a sum of thousands of terms.
    CHECK(sum.norm() < 1e-13 * surface_area(shape.mesh));
  }
}

TEST_CASE("a disc is round, open and faces +z", "[mesh]") {
  const double radius = 0.2;
  const TriangleMesh mesh = mesh::make_disc(radius, 16);
  CHECK(mesh.triangles.size() == 2 * 16 * 16);
  double area = 0, least = 1;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const Eigen::Vector3d twice = area_vector_doubled(mesh, t);
    CHECK(twice.x() == 0);
    CHECK(twice.y() == 0);
    area += twice.z() / 2;
    least = std::min(least, twice.z() / 2);
  }
  // A polygon of 64 corners on the circle.
  CHECK(area == Approx(32 * radius * radius * std::sin(2 * std::numbers::pi / 64)).epsilon(1e-12));
  CHECK(least > 0);
  CHECK_THROWS_AS(mesh::make_disc(0, 4), InputError);
  CHECK_THROWS_AS(mesh::make_disc(1, 0), InputError);
}

TEST_CASE("a plane grid is exact, open and faces +z", "[mesh]") {
  const TriangleMesh grid = mesh::make_plane_grid(0.3, 0.2, 7, 5);
  CHECK(grid.triangles.size() == 70);
  CHECK(grid.vertices.size() == 48);
  CHECK_FALSE(is_closed(grid));
  CHECK(surface_area(grid) == Approx(0.06).epsilon(1e-14));
  for (int t = 0; t < 70; ++t) CHECK(area_vector_doubled(grid, t).z() > 0);
  CHECK(grid.vertices.front() == Vector3d(-0.15, -0.1, 0));
  CHECK(grid.vertices.back() == Vector3d(0.15, 0.1, 0));
}

TEST_CASE("a box has the exact area, volume and inertia at any segmentation", "[mesh]") {
  const Vector3d size(0.1, 0.2, 0.4);
  for (const std::array<int, 3> segments : {std::array{1, 1, 1}, std::array{3, 7, 2}}) {
    const TriangleMesh box = mesh::make_box(size, segments);
    const mesh::MassProperties mass = mass_properties(box);
    CHECK(surface_area(box) == Approx(2 * (0.02 + 0.08 + 0.04)).epsilon(1e-14));
    CHECK(mass.volume == Approx(0.008).epsilon(1e-14));
    CHECK(mass.centre.norm() < 1e-16);
    CHECK(mass.inertia(0, 0) == Approx(0.008 * (0.04 + 0.16) / 12).epsilon(1e-13));
    CHECK(mass.inertia(1, 1) == Approx(0.008 * (0.01 + 0.16) / 12).epsilon(1e-13));
    CHECK(mass.inertia(2, 2) == Approx(0.008 * (0.01 + 0.04) / 12).epsilon(1e-13));
    CHECK(std::abs(mass.inertia(0, 1)) < 1e-18);
  }
}

TEST_CASE("area and volume of curved primitives converge with second order", "[mesh]") {
  struct Family {
    std::string name;
    std::function<TriangleMesh(int)> make;
    double area, volume;
  };
  const double r = 0.02, length = 0.05;
  // Prolate ellipsoid with semi-axes a, a, c: area 2 pi a^2 (1 + c asin(e) / (a e)).
  const double a = 0.02, c = 0.03, e = std::sqrt(1 - a * a / (c * c));
  const std::vector<Family> families = {
      {"UV sphere", [&](int n) { return mesh::make_uv_sphere(r, 2 * n, n); }, 4 * pi * r * r,
       4 * pi * r * r * r / 3},
      {"icosphere", [&](int n) { return mesh::make_icosphere(r, n == 16 ? 3 : 4); }, 4 * pi * r * r,
       4 * pi * r * r * r / 3},
      {"cylinder", [&](int n) { return mesh::make_cylinder(r, length, 2 * n, n, n / 4); },
       2 * pi * r * (r + length), pi * r * r * length},
      {"capsule", [&](int n) { return mesh::make_capsule(r, length, 2 * n, n / 2, n); },
       2 * pi * r * (2 * r + length), pi * r * r * (4 * r / 3 + length)},
      {"torus", [&](int n) { return mesh::make_torus(0.03, r, 4 * n, 2 * n); },
       4 * pi * pi * 0.03 * r, 2 * pi * pi * 0.03 * r * r},
      {"ellipsoid",
       [&](int n) {
         return mesh::make_ellipsoid({a, a, c}, n == 16 ? 3 : 4);
       },
       2 * pi * a * a * (1 + c * std::asin(e) / (a * e)), 4 * pi * a * a * c / 3},
  };
  for (const Family& family : families) {
    INFO(family.name);
    const TriangleMesh coarse = family.make(16), fine = family.make(32);
    // The next term of the error is of fourth order: 1 % of the second at this fineness.
    CHECK(order(surface_area(coarse), surface_area(fine), family.area) == Approx(2).margin(0.05));
    CHECK(order(signed_volume(coarse), signed_volume(fine), family.volume) ==
          Approx(2).margin(0.05));
    CHECK(signed_volume(fine) < family.volume);
  }
}

TEST_CASE("an icosphere lacks the known part of the sphere's area", "[mesh]") {
  const double sphere = 4 * pi;
  const auto deficit = [&](int n) {
    return 100 * (1 - surface_area(mesh::make_icosphere(1, n)) / sphere);
  };
  CHECK(deficit(3) == Approx(0.4765).margin(5e-5));  // per cent, to the digits of the reference
  CHECK(deficit(4) == Approx(0.1195).margin(5e-5));
  CHECK(deficit(3) / deficit(4) == Approx(3.99).margin(5e-3));
}

TEST_CASE("primitives keep their vertices on the true surface", "[mesh]") {
  // A few roundings of a unit quantity.
  for (const Vector3d& p : mesh::make_icosphere(1, 4).vertices) {
    REQUIRE(p.norm() == Approx(1).epsilon(1e-15));
  }
  for (const Vector3d& p : mesh::make_uv_sphere(1, 17, 9).vertices) {
    REQUIRE(p.norm() == Approx(1).epsilon(1e-15));
  }
  for (const Vector3d& p : mesh::make_torus(3, 1, 30, 15).vertices) {
    REQUIRE(std::hypot(std::hypot(p.x(), p.y()) - 3, p.z()) == Approx(1).epsilon(2e-15));
  }
  for (const Vector3d& p : mesh::make_ellipsoid({1, 2, 3}, 3).vertices) {
    REQUIRE(p.cwiseQuotient(Vector3d(1, 2, 3)).norm() == Approx(1).epsilon(1e-15));
  }
}

TEST_CASE("primitives of more than 4 million triangles are refused before they take memory",
          "[mesh][memory]") {
  const auto refused = [](const auto& make) {
    std::string problem;
    const double memory = test::peak_memory_of(make);
    try {
      make();
    } catch (const InputError& error) {
      problem = error.what();
    }
    CHECK(memory < 10e6);  // most of it goes to the exception
    return problem;
  };
  CHECK(refused([] {
          mesh::make_box({1, 1, 1}, {1000, 1000, 1000});
        }) == "box: would have 12000000 triangles, more than 4000000; give fewer segments");
  CHECK_FALSE(refused([] { mesh::make_icosphere(1, 9); }).empty());
  CHECK_FALSE(refused([] { mesh::make_icosphere(1, 2000000000); }).empty());
  CHECK_FALSE(refused([] { mesh::make_ellipsoid({1, 1, 1}, 9); }).empty());
  CHECK_FALSE(refused([] { mesh::make_uv_sphere(1, 2000, 1100); }).empty());
  CHECK_FALSE(refused([] { mesh::make_cylinder(1, 1, 1000, 1000, 1000); }).empty());
  CHECK_FALSE(refused([] { mesh::make_capsule(1, 1, 1000, 1000, 1000); }).empty());
  CHECK_FALSE(refused([] { mesh::make_torus(2, 1, 2000, 1100); }).empty());
  CHECK_FALSE(refused([] { mesh::make_plane_grid(1, 1, 2000, 1100); }).empty());
}

TEST_CASE("primitives refuse sizes and counts that make no shape", "[mesh]") {
  CHECK_THROWS_AS(mesh::make_box({1, 0, 1}), InputError);
  CHECK_THROWS_AS(mesh::make_box({1, 1, 1}, {1, 0, 1}), InputError);
  CHECK_THROWS_AS(mesh::make_uv_sphere(-1, 8, 4), InputError);
  CHECK_THROWS_AS(mesh::make_uv_sphere(std::nan(""), 8, 4), InputError);
  CHECK_THROWS_AS(mesh::make_uv_sphere(1, 2, 4), InputError);
  CHECK_THROWS_AS(mesh::make_uv_sphere(1, 8, 1), InputError);
  CHECK_THROWS_AS(mesh::make_uv_sphere(1, 1 << 30, 1 << 30), InputError);
  CHECK_THROWS_AS(mesh::make_icosphere(1, -1), InputError);
  CHECK_THROWS_AS(mesh::make_icosphere(1, 13), InputError);
  CHECK_THROWS_AS(mesh::make_cylinder(1, 1, 8, 0), InputError);
  CHECK_THROWS_AS(mesh::make_cylinder(1, 1, 8, 1, 0), InputError);
  CHECK_THROWS_AS(mesh::make_capsule(1, 1, 8, 0), InputError);
  CHECK_THROWS_AS(mesh::make_torus(1, 1, 8, 8), InputError);
  CHECK_THROWS_AS(mesh::make_torus(2, 1, 2, 8), InputError);
  CHECK_THROWS_AS(mesh::make_ellipsoid({1, 1, std::numeric_limits<double>::infinity()}, 2),
                  InputError);
  CHECK_THROWS_AS(mesh::make_plane_grid(1, 1, 0, 1), InputError);
}

}  // namespace condyle::test::primitives_tests
