// Pressures are even over the patches of nodes: what that costs where the layer hardly changes its
// volume, and what is said of it.
#include <algorithm>
#include <catch2/catch.hpp>

#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/elastic/layer_waves.h"
#include "core/src/contact/range_watch.h"

namespace condyle::test::coarse_layer_tests {
namespace {

constexpr double k_thickness = 1e-3, k_modulus = 20e6, k_depth = 0.01 * k_thickness;

/// A rigid ball on a wide layer, and the exact force by the dual integral equations (`condyle
/// validate`'s comparator, for E = 20 MPa, h = 1 mm, a depth of 0.01 h). The contact's radius is
/// some 5 to 20 thicknesses.
struct WideContact {
  double poissons_ratio, ball, radius, force;  ///< [m], [m], [N]
};
constexpr WideContact k_wide[] = {{0.3, 5, 9.87e-3, 42.197},
                                  {0.49, 5, 11.39e-3, 367.91},
                                  {0.499, 2.5, 8.66e-3, 276.16},
                                  {0.5, 2.5, 8.66e-3, 307.57}};

/// Pressed on squares of this many thicknesses, each divided into two triangles.
ContactPair pressed(const WideContact& contact, double edge) {
  const double side = edge * k_thickness;
  const int n = static_cast<int>(std::lround(2.6 * contact.radius / side));
  ContactSettings settings = layer_settings();
  settings.free_edges = FreeEdges::none;
  ContactPair pair(surface(mesh::make_plane_grid(n * side, n * side, n, n),
                           elastic_layer(k_modulus, contact.poissons_ratio, k_thickness)),
                   ball(contact.ball), settings);
  pair.evaluate(translation(0.17 * side, 0.23 * side, contact.ball - k_depth));
  return pair;
}

const RangeFault* find(const std::vector<RangeFault>& faults, const std::string& kind) {
  const auto found = std::ranges::find(faults, kind, &RangeFault::kind);
  return found == faults.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("coarse layer: the force that even patches lose is foretold, and said",
          "[contact][elastic_layer]") {
  for (const WideContact& contact : k_wide) {
    const Layer layer = elastic_layer(k_modulus, contact.poissons_ratio, k_thickness);
    for (const double edge : {1.0, 2.0, 4.0}) {
      const ContactPair pair = pressed(contact, edge);
      const double lost = 1 + pair.result().F_casting_C.force.z() / contact.force;
      const double spacing = pair.result().layer.node_spacing;
      const double yield = yield_to_steps(layer, rigid_layer(), spacing, contact.radius / spacing);
      const double foretold = yield / (1 + yield);
      CAPTURE(contact.poissons_ratio, edge, lost, foretold);
      // One wave stands for all of the pressure; the mean of 1/r between triangles adds 2 %.
      CHECK(std::abs(lost - foretold) < 0.025 + 0.4 * foretold);
      RangeWatch watch;
      watch.observe(pair);
      const std::vector<RangeFault> faults = watch.faults();
      const RangeFault* const said = find(faults, "coarse_nodes");
      CHECK((said != nullptr) == (contact.poissons_ratio > 0.48 && edge == 4));
      if (lost > 0.07) CHECK(said != nullptr);
      CHECK(find(faults, "wide_contact") == nullptr);
      if (said == nullptr) continue;
      CHECK_THAT(said->text, Catch::Contains("node_spacing"));
      // With nodes as near as advised, the force is right.
      const double wanted = said->numbers.back().second;
      CHECK(wanted < 0.5 * spacing);
      CHECK(wanted > 0.2 * k_thickness);
    }
  }
}

TEST_CASE("coarse layer: a wide contact of an incompressible layer is said to be unsure",
          "[contact][elastic_layer]") {
  for (const double nu : {0.45, 0.49, 0.5}) {
    // The radius is some 30 thicknesses, 2 sqrt(R d) for nu = 0.5 (Johnson 1985, sec. 5.8).
    const ContactPair pair = pressed({nu, 22.5, 30 * k_thickness, 0}, 8);
    RangeWatch watch;
    watch.observe(pair);
    const std::vector<RangeFault> faults = watch.faults();
    const RangeFault* const said = find(faults, "wide_contact");
    CAPTURE(nu);
    REQUIRE((said != nullptr) == (nu == 0.5));
    if (said != nullptr) CHECK(said->numbers[1].second == Approx(30).epsilon(0.1));
    RangeWatch both;
    both.add(watch);
    CHECK(both.count() == watch.count());
  }
}

}  // namespace condyle::test::coarse_layer_tests
