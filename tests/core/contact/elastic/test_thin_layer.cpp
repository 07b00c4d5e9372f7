#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "condyle/contact/contact_surface.h"
#include "condyle/mesh/primitives.h"
#include "core/src/contact/elastic/large_triangles.h"
#include "core/src/contact/elastic/layer_setup.h"
#include "support/few_or_all.h"

namespace condyle::test::thin_layer_tests {
namespace {

using Eigen::Vector3d;

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

TriangleCorners piece_of(const TriangleCorners& whole, int i, int j, bool upper, int n) {
  const Vector3d u = (whole[1] - whole[0]) / n, v = (whole[2] - whole[0]) / n;
  const Vector3d at = whole[0] + i * u + j * v;
  return upper ? TriangleCorners{at + u, at + u + v, at + v} : TriangleCorners{at, at + u, at + v};
}

/// The mean of 1/r + Gamma(r/h) / h between two triangles, by the closed form of 1/r over pieces of
/// the one and the middles of pieces of the other, so small that Gamma is nearly even over each.
double mean_of_points(const TriangleCorners& a, const TriangleCorners& b,
                      const LayerCorrection& correction, double thickness) {
  constexpr int k_pieces = 24;
  std::vector<TriangleCorners> of_a, of_b;
  for (int i = 0; i < k_pieces; ++i)
    for (int j = 0; i + j < k_pieces; ++j)
      for (const bool upper : {false, true})
        if (!upper || i + j + 1 < k_pieces) {
          of_a.push_back(piece_of(a, i, j, upper, k_pieces));
          of_b.push_back(piece_of(b, i, j, upper, k_pieces));
        }
  double sum = 0;
  for (const TriangleCorners& one : of_a) {
    const Vector3d p = (one[0] + one[1] + one[2]) / 3;
    sum += mean_inverse_distance(b, p) / static_cast<double>(of_a.size());
    for (const TriangleCorners& other : of_b)
      sum += correction(((other[0] + other[1] + other[2]) / 3 - p).norm() / thickness) /
             (thickness * static_cast<double>(of_a.size() * of_b.size()));
  }
  return sum;
}

}  // namespace

TEST_CASE("a thin layer yields to an even pressure by its modulus, however large its triangles",
          "[contact][elastic_layer]") {
  for (const double nu : {0.1, 0.3, 0.45, 0.49}) {
    for (const double edge : {1.0, 2.0, 4.0, 10.0, 40.0}) {
      CAPTURE(nu, edge);
      // The means of 1/r between touching triangles are within 2e-3, of a sum that cancels.
      CHECK(yield_ratio(edge, nu) == Approx(1).epsilon(0.02));
    }
  }
}

TEST_CASE("a thin layer yields between large triangles as it does between their pieces",
          "[contact][elastic_layer][rounds]") {
  constexpr double k_modulus = 20e6, k_thickness = 1e-3;
  const LayerKernel kernel = make_layer_kernel(elastic_layer(k_modulus, 0.4, k_thickness));
  std::mt19937 random(20261128);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int i = 0; i < few_or_all(1, 3); ++i) {
    // Two triangles that share a side or are a little apart, bent about it by up to 45 degrees.
    const double size = between(2, 6) * k_thickness, gap = between(-1, 1) * k_thickness;
    const double bend = between(-0.78, 0.78), lift = between(0.3, 1) * size;
    const TriangleCorners a{Vector3d{0, 0, 0}, {size, 0, 0}, {between(0, 1) * size, lift, 0}};
    const double y = -std::max(0.0, gap);
    const TriangleCorners b{
        Vector3d{size, y, 0},
        {0, y, 0},
        {between(0, 1) * size, y - lift * std::cos(bend), lift * std::sin(bend)}};
    const auto mean = [&](const TriangleCorners& one, const TriangleCorners& other) {
      return mean_over_large(one, other, *kernel.correction, k_thickness);
    };
    for (const TriangleCorners* other : {&a, &b}) {
      CAPTURE(i, size, gap, bend, other == &a);
      const double fine = mean_of_points(a, *other, *kernel.correction, k_thickness);
      // That of a triangle itself; to two of the third digit, as 1/r between triangles.
      CHECK(mean(a, *other) == Approx(fine).margin(4e-3 * mean(a, a)));
      CHECK(mean(a, *other) == Approx(mean(*other, a)).margin(4e-3 * mean(a, a)));
    }
  }
}

}  // namespace condyle::test::thin_layer_tests
