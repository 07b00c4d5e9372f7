// The error of a faceted sphere falls as its mesh is refined.
#include <catch2/catch.hpp>
#include <vector>

#include "core/contact/contact_cases.h"

namespace condyle::test::contact_convergence_tests {

using std::numbers::pi;

namespace {

struct Bias {
  double force = 0, peak = 0;
};

/// Relative error of a faceted sphere that casts onto a plate, mean over orientations of the mesh.
Bias bias(int subdivisions) {
  const double R = 30e-3, depth = R / 30;
  const double force = pi * k_modulus * R * depth * depth / k_thickness;
  const double peak = k_modulus * depth / k_thickness;
  constexpr int k_orientations = 8;
  Bias mean;
  for (int i = 0; i < k_orientations; ++i) {
    const Pose turn = rotation(0.3 + 0.7 * i, {1.0, 0.5 * i, 2.0 - i});
    ContactPair pair(surface(sphere_cap(R, subdivisions, 2.5e-3, turn)), surface(plate()),
                     along_casting());
    const auto& result = pair.evaluate(translation(0, 0, depth - R));
    mean.force += (result.F_casting_C.force.z() / force - 1) / k_orientations;
    mean.peak += (result.total.max_pressure / peak - 1) / k_orientations;
  }
  return mean;
}

}  // namespace

TEST_CASE("faceting biases force by -L^2 / (3 R depth) and converges with order two",
          "[contact][convergence]") {
  const Bias coarse = bias(4), middle = bias(5), fine = bias(6);
  // Published for L / R = 0.0752, 0.0376, 0.0188: -5.70, -1.44, -0.362 %, scatter 5 % of the bias.
  CHECK(coarse.force == Approx(-0.0570).epsilon(0.05));
  CHECK(middle.force == Approx(-0.0144).epsilon(0.05));
  CHECK(fine.force == Approx(-0.00362).epsilon(0.05));
  CHECK(coarse.force / middle.force == Approx(4).margin(0.5));
  CHECK(middle.force / fine.force == Approx(4).margin(0.5));
  CHECK(coarse.peak / middle.peak == Approx(4).margin(0.5));
  CHECK(middle.peak / fine.peak == Approx(4).margin(0.5));
}

}  // namespace condyle::test::contact_convergence_tests
