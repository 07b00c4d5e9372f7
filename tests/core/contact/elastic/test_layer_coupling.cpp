// Which nodes of an elastic layer bend each other's surface.
#include <catch2/catch.hpp>
#include <random>

#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/elastic/layer_coupling.h"
#include "support/few_or_all.h"

namespace condyle::test::layer_coupling_tests {
namespace {

/// A plate of `cells` by `cells` squares, whose inner vertices are moved by up to `shift` of a
/// side.
TriangleMesh rough_plate(double width, int cells, double shift, std::mt19937& random) {
  TriangleMesh plate = mesh::make_plane_grid(width, width, cells, cells);
  std::uniform_real_distribution<double> step(-shift * width / cells, shift * width / cells);
  for (Vector3d& v : plate.vertices)
    if (std::max(std::abs(v.x()), std::abs(v.y())) < 0.49 * width)
      v += Vector3d(step(random), step(random), 0);
  return plate;
}

/// The plate bent about the y axis to a cylinder, z up, whose axis lies `radius` below.
TriangleMesh bent(TriangleMesh plate, double radius) {
  for (Vector3d& v : plate.vertices)
    v = {radius * std::sin(v.x() / radius), v.y(), radius * std::cos(v.x() / radius)};
  return plate;
}

/// The number of pairs of nodes that are not coupled, or of those of every third node.
int uncoupled(const TriangleMesh& mesh, double spacing, double cell_size) {
  const auto casting = surface(mesh, {1e6, 0.4, 8e-3});
  const LayerNodes nodes = make_layer_nodes(*casting, spacing);
  const LayerCoupling are_coupled(*casting, nodes, cell_size);
  int count = 0;
  for (int a = 0; a < nodes.count(); a += few_or_all(3, 1))
    for (int b = 0; b < a; ++b) count += !are_coupled(a, b);
  return count;
}

/// Whether the nodes of the two triangles nearest to these points are coupled.
bool are_coupled(const TriangleMesh& mesh, double spacing, const Vector3d& p, const Vector3d& q) {
  const auto casting = surface(mesh, {1e6, 0.4, 8e-3});
  const LayerNodes nodes = make_layer_nodes(*casting, spacing);
  const auto node_at = [&](const Vector3d& point) {
    const auto distance = [&](const Vector3d& c) { return (c - point).squaredNorm(); };
    const auto nearest = std::ranges::min_element(casting->centroids(), {}, distance);
    return nodes.node_of_triangle[nearest - casting->centroids().begin()];
  };
  return LayerCoupling(*casting, nodes, 4 * nodes.spacing)(node_at(p), node_at(q));
}

}  // namespace

TEST_CASE("layer coupling: all nodes of a smooth surface, whatever its mesh and spacing",
          "[contact][elastic_layer][rounds]") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto between = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  const auto check = [&](const TriangleMesh& plate, double width, double spacing) {
    CAPTURE(plate.triangles.size(), spacing);
    const double cell_size = spacing * (between(0, 1) < 0.5 ? 4 : between(2.5, 8));
    CHECK(uncoupled(plate, spacing, cell_size) == 0);
    // Bent by 60 to 120 degrees: ways are up to 1.21 times as long as straight ones.
    CHECK(uncoupled(bent(plate, width / between(1.05, 2.1)), spacing, cell_size) == 0);
  };
  // Cells as large as whole numbers of squares once left small ones over between them.
  for (const int cells : {36, 60, 68})
    for (const double in_squares : {1.0, 1.01})
      check(rough_plate(8e-3, cells, 0, random), 8e-3, in_squares * 8e-3 / cells);
  for (int i = 0; i < few_or_all(1, 3); ++i) {
    const int cells = static_cast<int>(between(12, 46));
    check(rough_plate(8e-3, cells, between(0, 0.25), random), 8e-3, 8e-3 / cells * between(0.8, 3));
  }
}

TEST_CASE("layer coupling: not across a slit, a notch or the hollow of a tube",
          "[contact][elastic_layer]") {
  const TriangleMesh plate = mesh::make_plane_grid(60e-3, 60e-3, 60, 60);
  // A slit from the middle of one side to the plate's middle.
  const TriangleMesh slit =
      cropped(plate, [](const Vector3d& c) { return c.x() > 0 || std::abs(c.y()) > 1.5e-3; });
  for (const double x : {-25e-3, -15e-3})
    CHECK_FALSE(are_coupled(slit, 1.5e-3, {x, 4e-3, 0}, {x, -4e-3, 0}));
  CHECK(are_coupled(slit, 1.5e-3, {-15e-3, 4e-3, 0}, {-15e-3, 20e-3, 0}));
  CHECK(are_coupled(slit, 1.5e-3, {20e-3, 20e-3, 0}, {20e-3, -20e-3, 0}));
  // A tube bent from the plate, open by 45 degrees below.
  const TriangleMesh tube = bent(plate, 60e-3 / 5.5);
  CHECK_FALSE(are_coupled(tube, 1.5e-3, {-5e-3, 0, -9e-3}, {5e-3, 0, -9e-3}));
  CHECK(are_coupled(tube, 1.5e-3, {-5e-3, 0, 9e-3}, {5e-3, 0, 9e-3}));
}

}  // namespace condyle::test::layer_coupling_tests
