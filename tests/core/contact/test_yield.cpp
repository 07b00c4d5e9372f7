#include <catch2/catch.hpp>

#include "condyle/contact/yield.h"
#include "condyle/error.h"
#include "core/contact/elastic/layer_cases.h"

namespace condyle::test::yield_tests {

using std::numbers::pi;

TEST_CASE("the yield stress of two layers is the lesser one that is known", "[contact][yield]") {
  const Layer none{1e6, 0.3, 1e-3}, soft{1e6, 0.3, 1e-3, LayerUse::any, 15e6},
      hard{1e9, 0.3, 1e-3, LayerUse::any, 450e6};
  CHECK(yield_stress_of(none, none) == 0);
  CHECK(yield_stress_of(soft, none) == 15e6);
  CHECK(yield_stress_of(rigid_layer(), soft) == 15e6);
  CHECK(yield_stress_of(hard, soft) == 15e6);
  CHECK_THROWS_AS(require_valid(Layer{1e6, 0.3, 1e-3, LayerUse::any, -1}, "layer"), InputError);
  CHECK_THROWS_AS(require_valid(Layer{1e6, 0.3, 1e-3, LayerUse::any, INFINITY}, "layer"),
                  InputError);
}

TEST_CASE("area above a pressure: a ball on springs", "[contact][yield]") {
  // p = k (d - r^2 / (2 R)) over the plane, so the area above p is 2 pi R (d - p / k).
  const double R = 50e-3, d = 2e-4, h = 1e-3, E = 1e6, nu = 0.3;
  const Layer layer{E, nu, h};
  ContactSettings settings;
  settings.lumped = false;
  const auto plate = surface(make_plane_grid(12e-3, 12e-3, 240, 240), layer);
  const auto ball = std::make_shared<const ContactSurface>(Shape(Sphere{R}), TriangleMesh{},
                                                           Layer{E, nu, h}, "ball");
  ContactPair pair(plate, ball, settings);
  pair.evaluate(translation(0, 0, R - d));
  const double k = constrained_modulus(E, nu) / (2 * h);
  CHECK(area_above(pair, 0) == Approx(pair.result().total.contact_area).epsilon(1e-12));
  for (const double part : {0.2, 0.5, 0.9}) {
    // Triangles of 0.05 mm along a rim of radius 1.4 mm or more.
    CHECK(area_above(pair, part * k * d) == Approx(2 * pi * R * d * (1 - part)).epsilon(0.02));
  }
  CHECK(area_above(pair, 1.01 * k * d) == 0);
  const double whole = area_above(pair, 0.5 * k * d);
  pair.set_share(0.5);
  pair.evaluate(translation(0, 0, R - d));
  CHECK(area_above(pair, 0.5 * k * d) == Approx(whole / 2).epsilon(1e-12));
}

}  // namespace condyle::test::yield_tests
