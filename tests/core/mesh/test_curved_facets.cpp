#include <catch2/catch.hpp>
#include <random>

#include "condyle/error.h"
#include "condyle/mesh/primitives.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/src/mesh/topology.h"
#include "support/rounds.h"

namespace condyle::test::curved_facet_tests {
namespace {

using Eigen::Vector3d;

/// The largest distance of points from the sphere of radius 1 about the origin.
double off_sphere(const std::vector<Vector3d>& points) {
  double off = 0;
  for (const Vector3d& point : points) off = std::max(off, std::abs(point.norm() - 1));
  return off;
}

/// Each triangle with vertices of its own, in a random order, as STL files have them.
TriangleMesh scattered(const TriangleMesh& mesh, std::mt19937& generator) {
  TriangleMesh loose;
  auto order = mesh.triangles;
  std::ranges::shuffle(order, generator);
  for (const auto& corners : order) {
    const int first = static_cast<int>(loose.vertices.size());
    for (const int v : corners) loose.vertices.push_back(mesh.vertices[v]);
    loose.triangles.push_back({first, first + 1, first + 2});
  }
  return loose;
}

}  // namespace

TEST_CASE("curved facets: a sphere's come nearer to it with the fourth power of their size",
          "[mesh]") {
  double before = 0;
  const int finest = 2 + rounds(2);
  for (int level = 2; level <= finest; ++level) {
    const TriangleMesh mesh = mesh::make_icosphere(1, level);
    std::vector<Vector3d> middles;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
      middles.push_back(centroid(mesh, t));
    const double curved = off_sphere(with_curved_facets(mesh, 8).vertices);
    CHECK(curved < off_sphere(middles) / 30);
    if (before > 0) CHECK(curved == Approx(before / 16).epsilon(0.2));
    before = curved;
  }
}

TEST_CASE("curved facets: closed meshes stay closed, and sharp edges and flat faces as they are",
          "[mesh]") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 generator(seed);
  for (const int parts : {1, 2, 3, 5}) {
    const TriangleMesh box = mesh::make_box({1, 2, 3}, {1, 2, 3});
    const TriangleMesh divided = with_curved_facets(scattered(box, generator), parts);
    CHECK(divided.triangles.size() ==
          box.triangles.size() * static_cast<std::size_t>(parts * parts));
    CHECK(is_closed(divided));
    CHECK(signed_volume(divided) == Approx(6).epsilon(1e-12));
    CHECK(surface_area(divided) == Approx(22).epsilon(1e-12));

    // The cylinder's caps stay flat, and its wall comes closer to round.
    const TriangleMesh cylinder = mesh::make_cylinder(1, 2, 16);
    const TriangleMesh round = with_curved_facets(scattered(cylinder, generator), parts);
    CHECK(is_closed(round));
    for (const Vector3d& vertex : round.vertices) CHECK(std::abs(vertex.z()) <= 1 + 1e-12);
    if (parts > 1) CHECK(signed_volume(round) >= signed_volume(cylinder));

    const TriangleMesh torus = mesh::make_torus(3, 1, 24, 16);
    const TriangleMesh smooth = with_curved_facets(torus, parts);
    CHECK(is_closed(smooth));
    const double volume = 2 * std::numbers::pi * std::numbers::pi * 3;
    if (parts > 1)
      CHECK(std::abs(signed_volume(smooth) / volume - 1) <
            0.5 * std::abs(signed_volume(torus) / volume - 1));
  }
}

TEST_CASE("curved facets: a cut-out keeps its border, and what replaces a facet stays together",
          "[mesh]") {
  const TriangleMesh plane = mesh::make_plane_grid(2, 3, 4, 5);
  const TriangleMesh divided = with_curved_facets(plane, 3);
  CHECK(surface_area(divided) == Approx(6).epsilon(1e-12));
  for (int t = 0; t < static_cast<int>(plane.triangles.size()); ++t) {
    double area = 0;
    Vector3d middle = Vector3d::Zero();
    for (int part = 9 * t; part < 9 * (t + 1); ++part) {
      area += area_vector_doubled(divided, part).norm() / 2;
      middle += centroid(divided, part) / 9;
    }
    CHECK(area == Approx(area_vector_doubled(plane, t).norm() / 2).epsilon(1e-12));
    CHECK((middle - centroid(plane, t)).norm() < 1e-14);
  }
}

TEST_CASE("curved facets: parts out of range, and folded or needle facets", "[mesh]") {
  const TriangleMesh mesh = mesh::make_icosphere(1, 1);
  CHECK_THROWS_AS(with_curved_facets(mesh, 0), InputError);
  CHECK_THROWS_AS(with_curved_facets(mesh, 17), InputError);
  TriangleMesh many = mesh;
  many.triangles.resize(300000, mesh.triangles[0]);
  CHECK_THROWS_AS(with_curved_facets(many, 16), InputError);
  TriangleMesh odd;
  odd.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}};
  odd.triangles = {{0, 1, 2}, {1, 0, 2}, {0, 1, 4}, {0, 1, 3}, {3, 3, 1}, {2, 1, 0}};
  const TriangleMesh divided = with_curved_facets(odd, 4);
  CHECK(divided.triangles.size() == 96);
  for (const Vector3d& vertex : divided.vertices) CHECK(vertex.allFinite());
}

}  // namespace condyle::test::curved_facet_tests
