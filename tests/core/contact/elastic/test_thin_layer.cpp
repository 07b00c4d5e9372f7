#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/contact/contact_surface.h"
#include "condyle/mesh/primitives.h"
#include "core/src/contact/elastic/layer_setup.h"

namespace condyle::test::thin_layer_tests {
namespace {

/// How far the middle node of a flat layer yields to an even pressure, over h / K: 1 for a layer
/// without end.
double yield_ratio(double edge_in_thicknesses, double poissons_ratio) {
  constexpr double k_modulus = 20e6, k_thickness = 1e-3;
  const double edge = edge_in_thicknesses * k_thickness;
  // At least 12 thicknesses to each side, where the layer no longer feels its end.
  const int n = std::max(5, 2 * static_cast<int>(std::ceil(12 / edge_in_thicknesses)) + 1);
  const ContactSurface layer(mesh::make_plane_grid(n * edge, n * edge, n, n),
                             elastic_layer(k_modulus, poissons_ratio, k_thickness), "layer");
  const LayerSetup setup(layer, {rigid_layer(), k_thickness / 8, FreeEdges::none});
  const auto& points = setup.nodes.points;
  const auto middle = static_cast<int>(
      std::ranges::min_element(points, {}, [](const auto& p) { return p.squaredNorm(); }) -
      points.begin());
  double yield = 0;
  for (int j = 0; j < setup.nodes.count(); ++j)
    yield += setup.compliance(middle, j) * setup.nodes.areas[j];
  return yield * constrained_modulus(k_modulus, poissons_ratio) / k_thickness;
}

}  // namespace

TEST_CASE("a thin layer yields to an even pressure by its modulus, however large its triangles",
          "[contact][elastic_layer]") {
  for (const double nu : {0.1, 0.3, 0.45, 0.49}) {
    for (const double edge : {1.0, 2.0, 4.0, 10.0}) {
      CAPTURE(nu, edge);
      // The means of 1/r between touching triangles are within 2e-3, of a sum that cancels.
      CHECK(yield_ratio(edge, nu) == Approx(1).epsilon(0.02));
    }
  }
}

}  // namespace condyle::test::thin_layer_tests
