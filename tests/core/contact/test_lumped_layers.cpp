// Layers that count as one of averaged material though they are far too different for that: a
// finding, and none for layers that are alike.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "condyle/contact/contact_result.h"
#include "core/contact/contact_cases.h"
#include "core/src/contact/range_watch.h"

namespace condyle::test::lumped_layer_tests {
namespace {

const Layer k_cartilage{8e6, 0.45, 3e-3}, k_steel{2e11, 0.3, 3e-3};

/// A ball 0.1 mm deep in a plate, or above it.
ContactPair pressed(const Layer& plate, const Layer& ball, const ContactSettings& settings,
                    double depth = 1e-4) {
  ContactPair pair(surface(mesh::make_plane_grid(12e-3, 12e-3, 40, 40), plate),
                   surface(mesh::make_icosphere(20e-3, 5), ball), settings);
  pair.evaluate(translation(0, 0, 20e-3 - depth));
  return pair;
}

ContactSettings in_series() {
  ContactSettings settings;
  settings.lumped = false;
  return settings;
}

std::vector<RangeFault> found(const ContactPair& pair) {
  RangeWatch watch;
  watch.observe(pair);
  std::vector<RangeFault> faults = watch.faults();
  CHECK(std::ssize(faults) == watch.count());
  std::erase_if(faults, [](const RangeFault& fault) { return fault.kind != "lumped_layers"; });
  return faults;
}

double ratio(const Layer& casting, const Layer& target, const ContactSettings& settings = {}) {
  const TriangleMesh mesh = mesh::make_plane_grid(1, 1, 1, 1);
  return lumped_layers(ContactSurface(mesh, casting), ContactSurface(mesh, target), settings)
      .stiffness_ratio;
}

}  // namespace

TEST_CASE("lumped layers: the figure is what force and pressure are too high by",
          "[contact][lumped]") {
  const ContactPair lumped = pressed(k_cartilage, k_steel, {});
  const ContactPair series = pressed(k_cartilage, k_steel, in_series());
  const double too_high = lumped.result().total.max_pressure / series.result().total.max_pressure;
  CHECK(too_high > 1000);
  const std::vector<RangeFault> faults = found(lumped);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].numbers[0].second == Approx(too_high).epsilon(1e-9));
  CHECK(faults[0].numbers[1].second == 8e6);
  CHECK(faults[0].numbers[2].second == 2e11);
  CHECK_THAT(faults[0].text, Catch::Contains("\"layers\": \"two_layer\"") &&
                                 Catch::Contains("--two-layer") && Catch::Contains("lumped=False"));
  CHECK(found(series).empty());
  CHECK(found(pressed(k_cartilage, k_steel, {}, -1e-4)).empty());  // nothing touches

  // (1 + r)^2 / (4 r) for moduli alone; a thick layer hides how stiff a thin one is.
  const auto of = [](double modulus, double thickness) { return Layer{modulus, 0.3, thickness}; };
  CHECK(ratio(of(1e6, 1e-3), of(1e8, 1e-3)) == Approx(101 * 101 / 400.0).epsilon(1e-12));
  CHECK(ratio(of(1e6, 9e-3), of(1e7, 1e-3)) == Approx(5.5 * 0.91).epsilon(1e-12));
  CHECK(ratio({5e6, 0, 1e-3}, {5e6, 0.49, 1e-3}) < 1);
}

TEST_CASE("lumped layers: of many pairs the one that is furthest off is named",
          "[contact][lumped]") {
  RangeWatch all;
  for (const double modulus : {8e8, 2e11, 8e7}) {
    RangeWatch one;
    one.observe(pressed(k_cartilage, {modulus, 0.45, 3e-3}, {}));
    all.add(one);
  }
  CHECK(all.faults().at(0).numbers[2].second == 2e11);
}

TEST_CASE("lumped layers: of layers that vary, the means by area count", "[contact][lumped]") {
  TriangleMesh mesh = mesh::make_plane_grid(2, 1, 2, 1);
  std::vector<Layer> layers(4, Layer{8e6, 0.45, 3e-3});
  for (int t = 0; t < 2; ++t) layers[t].thickness = 1e-3;
  const LumpedLayers found =
      lumped_layers(ContactSurface(mesh, layers), ContactSurface(mesh, k_steel), ContactSettings{});
  CHECK(found.casting.thickness == Approx(2e-3).epsilon(1e-12));
  CHECK(found.stiffness_ratio == Approx(ratio({8e6, 0.45, 2e-3}, k_steel)).epsilon(1e-12));
}

TEST_CASE(
    "lumped layers: none is said of layers that are alike, in series, rigid, or under a law "
    "that does not average",
    "[contact][lumped]") {
  const unsigned seed = 57;
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int i = 0; i < 300; ++i) {
    // Cartilage and meniscus, and implants of one material.
    const double modulus = i % 2 == 0 ? between(3e6, 12e6) : between(1e8, 2e11);
    const Layer casting{modulus, between(0.4, 0.48), between(1e-3, 5e-3)};
    const Layer target{between(0.6, 1 / 0.6) * modulus, between(0.4, 0.48), between(1e-3, 5e-3)};
    CAPTURE(i, modulus, casting.thickness, target.elastic_modulus, target.thickness);
    const double off = ratio(casting, target);
    CHECK((off > 0.5 && off < 2));
    CHECK(ratio(casting, casting) == Approx(1).epsilon(1e-12));
    CHECK(ratio(casting, k_steel, in_series()) == 1);
  }
  ContactSettings other;
  other.formulation = Formulation::elastic_layer;
  CHECK(ratio(k_cartilage, rigid_layer(), other) == 1);
  CHECK(ratio(k_cartilage, k_steel, other) == 1);
  other.formulation = Formulation::nonlinear;
  CHECK(ratio(k_cartilage, k_steel, other) > 1000);
  other.normal.kind = NormalLawKind::volume;
  CHECK(ratio(k_cartilage, k_steel, other) == 1);
  other.normal.kind = NormalLawKind::hertz;
  CHECK(ratio(k_cartilage, k_steel, other) == 1);
}

}  // namespace condyle::test::lumped_layer_tests
