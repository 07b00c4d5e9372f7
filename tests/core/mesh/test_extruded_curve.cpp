#include <catch2/catch.hpp>
#include <numbers>

#include "condyle/contact/contact_pair.h"
#include "condyle/error.h"
#include "condyle/mesh/primitives.h"

namespace condyle::test::extruded_curve_tests {

namespace {

constexpr double k_pi = std::numbers::pi;

mesh::PlaneCurve circle(double radius, int points, bool is_smooth) {
  mesh::PlaneCurve curve{{}, true, is_smooth};
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * k_pi * i / points;
    curve.points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return curve;
}

double wall_area(const TriangleMesh& mesh) {
  double area = 0;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    area += area_vector_doubled(mesh, t).norm() / 2;
  return area;
}

}  // namespace

TEST_CASE("a closed polyline makes a wall that faces outward", "[geometry][curve]") {
  const TriangleMesh mesh =
      mesh::extrude({{{0, 0}, {0.04, 0}, {0.04, 0.02}, {0, 0.02}}, true, false}, 0.01, 0.005);
  CHECK(mesh.triangles.size() == 4 * (8 + 4 + 8 + 4));
  CHECK(wall_area(mesh) == Approx(0.12 * 0.01).epsilon(1e-12));  // its perimeter times its depth
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const Eigen::Vector3d outward = centroid(mesh, t) - Eigen::Vector3d(0.02, 0.01, 0);
    CHECK(area_vector_doubled(mesh, t).dot(Eigen::Vector3d(outward.x(), outward.y(), 0)) > 0);
  }
}

TEST_CASE("a spline through points of a circle is round, also where it closes",
          "[geometry][curve]") {
  // The error of a cubic spline is some h^4 / 384 of the fourth derivative: for a circle of radius
  // R with points at angles h, 2.6e-3 h^4 R, at the point where it closes too.
  const int points = GENERATE(6, 12, 24);
  const double h = 2 * k_pi / points, radius = 0.03;
  const TriangleMesh mesh = mesh::extrude(circle(radius, points, true), 0.01, 1e-4);
  double off = 0;
  for (const Eigen::Vector3d& vertex : mesh.vertices)
    off = std::max(off, std::abs(vertex.head<2>().norm() - radius));
  CHECK(off < 4e-3 * std::pow(h, 4) * radius);
  CHECK(off > 1e-4 * std::pow(h, 4) * radius);
}

TEST_CASE("an open spline through points of a line is that line", "[geometry][curve]") {
  const TriangleMesh mesh =
      mesh::extrude({{{0, 0}, {0.01, 0.02}, {0.03, 0.06}, {0.035, 0.07}}, false, true}, 0.01, 1e-3);
  for (const Eigen::Vector3d& vertex : mesh.vertices)
    CHECK(vertex.y() == Approx(2 * vertex.x()).margin(1e-15));
  // The wall faces to the right of the direction of travel.
  CHECK(area_vector_doubled(mesh, 0).normalized().isApprox(Eigen::Vector3d(2, -1, 0).normalized(),
                                                           1e-12));
}

TEST_CASE("a roller on a flat presses by the closed form of line contact", "[geometry][curve]") {
  // Springs of modulus K and height h below a parabola x^2 / 2R at depth d: F = 2/3 K/h a^3 / R per
  // depth, a = sqrt(2 R d); a circle is some d / 4R deeper at its rim.
  const double radius = 0.02, depth = 0.008, d = 2e-5;
  const Layer layer{10e6, 0.3, 0.002};
  const auto flat = std::make_shared<ContactSurface>(
      mesh::extrude({{{0.02, 0}, {-0.02, 0}}, false, false}, depth, 1e-5), layer);
  const auto roller =
      std::make_shared<ContactSurface>(mesh::extrude(circle(radius, 48, true), depth, 2e-5), layer);
  const Pose X_CT(Eigen::Translation3d(0.0012, radius - d, 0));
  ContactPair pair(flat, roller, {});
  const ContactResult& result = pair.evaluate(X_CT);
  const double a = std::sqrt(2 * radius * d);
  const double stiffness =
      constrained_modulus(layer.elastic_modulus, layer.poissons_ratio) / (2 * layer.thickness);
  const double expected = 2.0 / 3 * stiffness * a * a * a / radius * depth;
  CHECK(-result.F_casting_C.force.y() == Approx(expected).epsilon(2e-3));
  // The force lies in the plane and passes through the roller's centre, to rounding and facets.
  CHECK(std::abs(result.F_casting_C.force.z()) < 1e-12 * expected);
  CHECK(std::abs(result.F_casting_C.moment.x()) < 1e-12 * expected * depth);
  CHECK(std::abs(result.F_casting_C.moment.y()) < 1e-12 * expected * depth);
  CHECK(std::abs(result.F_casting_C.moment.z() / expected + 0.0012) < 2e-6);
}

TEST_CASE("a curve that makes no wall is refused", "[geometry][curve]") {
  const mesh::PlaneCurve line{{{0, 0}, {1, 0}}, false, false};
  CHECK_THROWS_AS(mesh::extrude(line, 0, 0.1), InputError);
  CHECK_THROWS_AS(mesh::extrude(line, 0.1, -1), InputError);
  CHECK_THROWS_AS(mesh::extrude(line, 0.1, 1e-9), InputError);
  CHECK_THROWS_AS(mesh::extrude({{{0, 0}, {1, 0}}, true, false}, 0.1, 0.1), InputError);
  CHECK_THROWS_AS(mesh::extrude({{{0, 0}, {1, 0}, {1, 0}}, false, false}, 0.1, 0.1), InputError);
  CHECK_THROWS_AS(mesh::extrude({{{0, 0}, {1, 0}, {0, 0}}, true, false}, 0.1, 0.1), InputError);
  CHECK_THROWS_AS(mesh::extrude({{{0, 0}, {NAN, 0}}, false, false}, 0.1, 0.1), InputError);
}

}  // namespace condyle::test::extruded_curve_tests
