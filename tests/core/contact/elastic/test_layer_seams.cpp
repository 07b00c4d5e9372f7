// Casting meshes that fall apart where the other body presses: their parts do not bend each other,
// so that a layer is too stiff there, which must be said.
#include <algorithm>
#include <catch2/catch.hpp>

#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/range_watch.h"

namespace condyle::test::layer_seam_tests {
namespace {

/// A rigid ball pressed 60 um deep: a contact of some 1.3 mm radius.
ContactPair pressed(const TriangleMesh& mesh) {
  ContactSettings settings = layer_settings();
  settings.free_edges = FreeEdges::none;
  ContactPair pair(surface(mesh, elastic_layer(10e6, 0.3, 2e-3)), ball(0.02), settings);
  pair.evaluate(translation(13e-6, 21e-6, 0.02 - 60e-6));
  return pair;
}

double force_of(const ContactPair& pair) { return -pair.result().F_casting_C.force.z(); }

const RangeFault* find(const std::vector<RangeFault>& faults) {
  const auto found = std::ranges::find(faults, "torn_layer", &RangeFault::kind);
  return found == faults.end() ? nullptr : &*found;
}

std::vector<RangeFault> faults_of(const ContactPair& pair) {
  RangeWatch watch;
  watch.observe(pair);
  return watch.faults();
}

TriangleMesh grid(double x, double y, int nx, int ny, double middle) {
  return transformed(mesh::make_plane_grid(x, y, nx, ny), translation(middle, 0, 0));
}

}  // namespace

TEST_CASE("elastic layer: a mesh that falls apart in the contact is said to do so",
          "[contact][elastic_layer]") {
  const TriangleMesh whole = grid(8e-3, 8e-3, 40, 40, 0);
  const ContactPair good = pressed(whole);
  CHECK(find(faults_of(good)) == nullptr);

  SECTION("triangles twice") {
    const ContactPair twice = pressed(joined(whole, whole));
    CHECK(force_of(twice) > 5 * force_of(good));  // what is to be said
    const std::vector<RangeFault> faults = faults_of(twice);
    REQUIRE(find(faults) != nullptr);
    CHECK(find(faults)->numbers[0].second > 0.9);
  }
  SECTION("edges that do not match in the middle of the contact") {
    const ContactPair slit =
        pressed(joined(grid(4e-3, 8e-3, 20, 40, -2e-3), grid(4e-3, 8e-3, 12, 24, 2e-3)));
    CHECK(force_of(slit) > 1.1 * force_of(good));
    const std::vector<RangeFault> faults = faults_of(slit);
    REQUIRE(find(faults) != nullptr);
    CHECK(std::abs(find(faults)->numbers[1].second) < 0.4e-3);  // x [m]
  }
  SECTION("edges that do not match beside the contact") {
    CHECK(find(faults_of(pressed(
              joined(grid(6e-3, 8e-3, 30, 40, -1e-3), grid(2e-3, 8e-3, 6, 24, 3e-3))))) == nullptr);
  }
}

TEST_CASE("elastic layer: sound meshes of several sheets are not said to fall apart",
          "[contact][elastic_layer]") {
  // The pressed side and the others of a box; two parts that press a millimetre apart.
  const TriangleMesh box =
      transformed(mesh::make_box({8e-3, 8e-3, 2e-3}, {40, 40, 10}), translation(0, 0, -1e-3));
  CHECK(find(faults_of(pressed(box))) == nullptr);
  const ContactPair parts =
      pressed(joined(grid(3e-3, 8e-3, 15, 40, -2e-3), grid(3e-3, 8e-3, 15, 40, 2e-3)));
  CHECK(parts.result().layer.active_nodes > 20);
  CHECK(find(faults_of(parts)) == nullptr);
  // A ridge of 90 degrees, both faces of which press.
  TriangleMesh ridge = box;
  const Pose turn = rotation(std::numbers::pi / 4, {0, 1, 0});
  ridge = transformed(transformed(box, translation(-4e-3, 0, 0)), turn);
  CHECK(find(faults_of(pressed(ridge))) == nullptr);
}

}  // namespace condyle::test::layer_seam_tests
