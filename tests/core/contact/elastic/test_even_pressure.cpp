// An even pressure displaces a wide flat layer by h / K: each set-up looks at its rows.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "condyle/contact/contact_surface.h"
#include "condyle/mesh/primitives.h"
#include "core/src/contact/elastic/layer_setup.h"

namespace condyle::test::even_pressure_tests {
namespace {

constexpr double k_thickness = 1e-3, k_modulus = 20e6;

/// A flat mesh with triangles of 4 to 12 thicknesses, wide enough for some nodes to be 8 from its
/// border: a grid, one with its inner vertices moved, or slender triangles, coarser to the sides.
TriangleMesh random_mesh(int kind, std::mt19937& random) {
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const double edge = k_thickness * std::exp(between(std::log(4), std::log(12)));
  const int n = 8 + static_cast<int>(16 * k_thickness / edge);
  TriangleMesh mesh = mesh::make_plane_grid(n * edge, n * edge, n, n);
  for (Eigen::Vector3d& v : mesh.vertices) {
    const bool is_inner = v.head<2>().lpNorm<Eigen::Infinity>() < 0.49 * n * edge;
    if (kind == 1 && is_inner)
      v.head<2>() += 0.3 * edge * Eigen::Vector2d(between(-1, 1), between(-1, 1));
    if (kind == 2) v.x() *= 1 + 2 * std::abs(v.x()) / (n * edge);
  }
  return mesh;
}

Layer random_layer(std::mt19937& random, double thickness) {
  constexpr std::array k_ratios{0.0, 0.2, 0.3, 0.4, 0.45, 0.46, 0.49, 0.499, 0.5};
  return elastic_layer(k_modulus, k_ratios[random() % k_ratios.size()], thickness);
}

}  // namespace

TEST_CASE("even pressure: good meshes carry the law", "[contact][elastic_layer]") {
  std::mt19937 random(20261128);
  for (int i = 0; i < 3; ++i) {
    CAPTURE(i);
    const ContactSurface surface(random_mesh(i, random), random_layer(random, k_thickness),
                                 "layer");
    const Layer target = i == 0 ? random_layer(random, k_thickness / 2) : rigid_layer();
    const LayerSetup setup(surface, {target, k_thickness / 8, FreeEdges::sharp});
    // The mean of 1/r between touching triangles is within 2e-3, of a sum that cancels.
    CHECK(setup.even_pressure.error < 0.04);
    CHECK(setup.even_pressure.error > 0);  // some rows were looked at
  }
}

TEST_CASE("even pressure: a compliance that is not the layer's is found, with its place",
          "[contact][elastic_layer]") {
  constexpr int k_cells = 15;
  constexpr double k_edge = 2 * k_thickness;
  const double nu = GENERATE(0.3, 0.49, 0.5), wrong = GENERATE(0.8, 1.0);
  const ContactSurface surface(
      mesh::make_plane_grid(k_cells * k_edge, k_cells * k_edge, k_cells, k_cells), rigid_layer(),
      "plate");
  const LayerNodes nodes = make_layer_nodes(surface, k_thickness);
  const Layer layer = elastic_layer(k_modulus, nu, k_thickness);
  LayerKernels kernels;
  kernels.target = make_layer_kernel(layer);
  kernels.target_thickness = wrong * k_thickness;  // as if its triangles were not resolved
  const LayerCompliance compliance(surface, nodes, kernels, FreeEdges::none);
  const EvenPressure even = yield_to_even_pressure(surface, nodes, compliance, layer);
  CAPTURE(nu, wrong, even.error);
  if (wrong == 1)
    CHECK(even.error < 0.03);
  else if (nu < 0.4)
    CHECK(even.error > 0.05);
  CHECK(even.at.head<2>().lpNorm<Eigen::Infinity>() < k_cells * k_edge / 2);
}

}  // namespace condyle::test::even_pressure_tests
