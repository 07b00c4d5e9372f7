#include <catch2/catch.hpp>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/range_watch.h"
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
  const auto pressed = [](double radius, double depth, double stress) {
    const Layer layer{1e6, 0.3, 1e-3, LayerUse::any, stress};
    ContactPair pair(surface(mesh::make_plane_grid(12e-3, 12e-3, 60, 60), layer),
                     std::make_shared<const ContactSurface>(
                         geometry::Shape(geometry::Sphere{radius}), TriangleMesh{}, layer, "ball"),
                     {});
    pair.evaluate(translation(0, 0, radius - depth));
    return pair;
  };
  const ContactPair wide = pressed(50e-3, 2e-4, 1), deep = pressed(5e-3, 3e-4, 1);
  Yielding yielding;
  CHECK(yielding.observe(wide));
  CHECK_FALSE(yielding.observe(deep));
  CHECK(yielding.stress == 1);
  CHECK(yielding.contact_area == wide.result().total.contact_area);
  CHECK(yielding.peak == deep.result().total.max_pressure);
  Yielding none;
  CHECK_FALSE(none.observe(pressed(5e-3, 3e-4, 0)));
  CHECK_FALSE(none.observe(pressed(5e-3, 3e-4, 1e9)));
  CHECK_FALSE(none.any());
}

TEST_CASE("pressure beyond the yield stress is a fault of any watched contact",
          "[contact][yield]") {
  const Layer layer{1e6, 0.3, 1e-3, LayerUse::any, 1e4};
  ContactPair pair(surface(mesh::make_plane_grid(12e-3, 12e-3, 60, 60), layer),
                   surface(mesh::make_icosphere(50e-3, 6), layer), {});
  RangeWatch watch, all;
  pair.evaluate(translation(0, 0, 50e-3 - 1e-6));
  CHECK(watch.observe(pair) == false);
  pair.evaluate(translation(0, 0, 50e-3 - 2e-4));
  CHECK(watch.observe(pair));
  CHECK(all.add(watch));
  const std::vector<RangeFault> faults = all.faults();
  REQUIRE(faults.size() == 1);
  CHECK(all.count() == 1);
  CHECK(faults[0].kind == "beyond_yield");
  CHECK(faults[0].numbers[0].second == area_above(pair, 1e4));
}

}  // namespace condyle::test::yield_tests
