// Which pairs share the set-up of an elastic layer.
#include <catch2/catch.hpp>
#include <ctime>
#include <thread>

#include "condyle/mesh/primitives.h"
#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/elastic/elastic_layer.h"

namespace condyle::test::layer_setup_tests {
namespace {

const LayerNodes* nodes_of(const ContactPair& pair) {
  return &pair.evaluator().elastic_layer()->nodes();
}

}  // namespace

TEST_CASE("elastic layer: pairs from one surface share a set-up, with the bits of a pair's own",
          "[contact][elastic_layer]") {
  const LayerRig rig = ball_on_plate(0.46);
  ContactPair first(rig.casting, rig.target, layer_settings());
  // Another target with an equal layer.
  ContactPair second(rig.casting, ball(k_ball_radius), layer_settings());
  CHECK(nodes_of(first) == nodes_of(second));
  const LayerRig other = ball_on_plate(0.46);
  ContactPair alone(other.casting, other.target, layer_settings());
  CHECK(nodes_of(alone) != nodes_of(first));
  first.evaluate(translation(1e-3, 0, k_ball_radius - 4e-4));
  const ContactResult &shared = second.evaluate(rig.X_CT), &own = alone.evaluate(rig.X_CT);
  CHECK(shared.F_casting_C.force == own.F_casting_C.force);
  CHECK(shared.casting->pressure == own.casting->pressure);
  CHECK(Matrix6(shared.stiffness) == Matrix6(own.stiffness));
}

TEST_CASE("elastic layer: whatever a set-up depends on parts it", "[contact][elastic_layer]") {
  const LayerRig rig = ball_on_plate(0.46);
  ContactSettings settings = layer_settings();
  ContactPair pair(rig.casting, rig.target, settings);
  const auto differs = [&](const ContactSettings& with, const Layer& target) {
    const ContactPair other(
        rig.casting,
        std::make_shared<const ContactSurface>(geometry::Shape(geometry::Sphere{k_ball_radius}),
                                               TriangleMesh{}, target, "other"),
        with);
    return nodes_of(other) != nodes_of(pair);
  };
  CHECK_FALSE(differs(settings, rigid_layer()));
  CHECK(differs(settings, elastic_layer(1e6, 0.3, 8e-3)));
  settings.layer_tolerance = 1e-6;
  settings.dissipation = 0.1;
  CHECK_FALSE(differs(settings, rigid_layer()));
  settings.node_spacing = 1.5e-3;
  CHECK(differs(settings, rigid_layer()));
  settings.node_spacing = 0;
  settings.free_edges = FreeEdges::all;
  CHECK(differs(settings, rigid_layer()));
}

TEST_CASE("elastic layer: threads that ask at once get one set-up", "[contact][elastic_layer]") {
  const LayerRig rig = ball_on_plate(0.46);
  const LayerSetupKey key = setup_key(*rig.casting, *rig.target, layer_settings());
  std::vector<std::shared_ptr<const LayerSetup>> setups(8);
  std::vector<std::thread> threads;
  for (auto& setup : setups)
    threads.emplace_back([&] { setup = layer_setup_of(*rig.casting, key); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& setup : setups) CHECK(setup == setups.front());
}

TEST_CASE("elastic layer: a surface keeps the set-ups asked for last", "[contact][elastic_layer]") {
  const LayerRig rig = ball_on_plate(0.46);
  const auto get = [&](double spacing) {
    return layer_setup_of(*rig.casting, {rigid_layer(), spacing, FreeEdges::none});
  };
  const std::weak_ptr<const LayerSetup> first = get(2e-3), second = get(2.1e-3);
  for (int i = 0; i + 2 < static_cast<int>(LayerSetups::k_kept); ++i) get(3e-3 + 1e-4 * i);
  CHECK(get(2e-3) == first.lock());
  get(4e-3);
  CHECK_FALSE(first.expired());
  CHECK(second.expired());
}

TEST_CASE("elastic layer: triangles larger than the layer is thick are set up soon",
          "[contact][elastic_layer]") {
  constexpr double k_thickness = 1e-3;
  constexpr int k_cells = 25;
  const auto seconds = [&](double edge_in_thicknesses) {
    const double size = k_cells * edge_in_thicknesses * k_thickness;
    const ContactSurface layer(mesh::make_plane_grid(size, size, k_cells, k_cells),
                               elastic_layer(20e6, 0.46, k_thickness), "layer");
    double least = 1e9;
    for (int i = 0; i < 2; ++i) {
      const std::clock_t begin = std::clock();  // of this process, not of others
      const LayerSetup setup(layer, {rigid_layer(), k_thickness / 8, FreeEdges::none});
      least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return least;
  };
  const double fine = seconds(0.5);
  // Two to four times as long as fine ones, up to five on large meshes; with eight points on each
  // side and smaller parts it was 13 to 20 times from 4 thicknesses on.
  for (const double edge : {1.2, 4.0, 10.0}) {
    CAPTURE(edge, fine);
    CHECK(seconds(edge) < 8 * fine);
  }
}

}  // namespace condyle::test::layer_setup_tests
