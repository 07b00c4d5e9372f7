#include <catch2/catch.hpp>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/yielding.h"

namespace condyle::test::yield_tests {

using std::numbers::pi;

TEST_CASE("the yield stress of two layers is the lesser one that is known", "[contact][yield]") {
  const Layer none{1e6, 0.3, 1e-3}, soft{1e6, 0.3, 1e-3, LayerUse::any, 15e6},
      hard{1e9, 0.3, 1e-3, LayerUse::any, 450e6};
  CHECK(yield_stress_of(none, none) == 0);
  CHECK(yield_stress_of(soft, none) == 15e6);
  CHECK(yield_stress_of(rigid_layer(), soft) == 15e6);
  CHECK(yield_stress_of(hard, soft) == 15e6);
  CHECK(yield_stress_of(soft, rigid_layer()) == 15e6);
  // The softer layer flows first, so the yield stress of a harder layer alone says nothing.
  CHECK(yield_stress_of(none, hard) == 0);
  CHECK(yield_stress_of(hard, none) == 0);
  CHECK(yield_stress_of({1e10, 0.3, 1e-3}, hard) == 450e6);
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
  const auto plate = surface(mesh::make_plane_grid(12e-3, 12e-3, 240, 240), layer);
  const auto ball = std::make_shared<const ContactSurface>(geometry::Shape(geometry::Sphere{R}),
                                                           TriangleMesh{}, Layer{E, nu, h}, "ball");
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

TEST_CASE("the extent of yielding keeps the largest area and the greatest peak",
          "[contact][yield]") {
  const Layer layer{1e6, 0.3, 1e-3};
  const auto plate = surface(mesh::make_plane_grid(12e-3, 12e-3, 60, 60), layer);
  const auto ball = [&](double radius) {
    return std::make_shared<const ContactSurface>(geometry::Shape(geometry::Sphere{radius}),
                                                  TriangleMesh{}, layer, "ball");
  };
  ContactPair wide(plate, ball(50e-3), {}), deep(plate, ball(5e-3), {});
  wide.evaluate(translation(0, 0, 50e-3 - 2e-4));
  deep.evaluate(translation(0, 0, 5e-3 - 3e-4));
  Yielding yielding{.stress = 1.0};
  CHECK(yielding.see(wide));
  CHECK_FALSE(yielding.see(deep));
  CHECK(yielding.contact_area == wide.result().total.contact_area);
  CHECK(yielding.peak == deep.result().total.max_pressure);
  Yielding unknown, above{.stress = 1e9};
  CHECK_FALSE(unknown.see(deep));
  CHECK_FALSE(above.see(deep));
  CHECK_FALSE((unknown.any() || above.any()));
}

}  // namespace condyle::test::yield_tests
