// How far a force on a node lifts the others.
#include <catch2/catch.hpp>
#include <numeric>

#include "core/collision/random_geometry.h"
#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/elastic/layer_setup.h"
#include "support/few_or_all.h"

namespace condyle::test::layer_lift_tests {
namespace {

LayerSetup setup_of(const TriangleMesh& mesh, const Layer& layer, const LayerSetupKey& key) {
  return {*surface(mesh, layer), key};
}

Eigen::MatrixXd entries_of(LayerCompliance& compliance) {
  std::vector<int> all(static_cast<std::size_t>(compliance.node_count()));
  std::iota(all.begin(), all.end(), 0);
  Eigen::MatrixXd C(all.size(), all.size());
  compliance.fill(all, C);
  return C;
}

}  // namespace

TEST_CASE("no entry of a layer's compliance is below the greatest lift",
          "[contact][elastic_layer][rounds]") {
  const unsigned seed = GENERATE(range(1u, few_or_all(2u, 4u)));
  RandomGeometry random(seed);
  for (int i = 0; i < 8; ++i) {
    const double ratios[] = {0, 0.3, 0.45, 0.46, 0.48, 0.495, 0.5};
    const double nu = ratios[random.integer(0, 6)], h = random.uniform(1e-3, 8e-3);
    // Node spacings from a fifth of the layer's thickness to more than the thickness, and nodes of
    // many triangles or of one: means over patches lift less, and their series of 1/r has an error.
    const double spacing = random.uniform(0.2, 1.3) * h;
    const int cells = static_cast<int>(std::min(60.0, random.uniform(0.7, 3) * 5 * h / spacing));
    const bool has_target = random.integer(0, 1) == 1;
    const Layer target =
        has_target ? elastic_layer(1e8, 0.49, random.uniform(1e-3, 8e-3)) : rigid_layer();
    CAPTURE(seed, i, nu, h, spacing, cells, has_target);
    TriangleMesh mesh = mesh::make_plane_grid(5 * h, 5 * h, cells, cells);
    for (Vector3d& v : mesh.vertices) v.z() = 0.2 * h * std::sin(v.x() / h) * std::cos(v.y() / h);
    LayerSetup setup =
        setup_of(mesh, elastic_layer(463e6, nu, h), {target, spacing, FreeEdges::none});
    const double lift = -entries_of(setup.compliance).minCoeff();
    CHECK(lift <= setup.lift);
    // Where nodes are close and only one side yields, some lie at the distance at which the lift is
    // greatest.
    if (!has_target && spacing < 0.5 * h && nu > 0.4) CHECK(lift > 0.8 * setup.lift);
  }
}

TEST_CASE("the greatest lift knows free edges, and layers that lift nothing",
          "[contact][elastic_layer]") {
  const TriangleMesh mesh = mesh::make_plane_grid(20e-3, 20e-3, 20, 20);
  const auto lift = [&](const Layer& layer, FreeEdges edges) {
    LayerSetup setup = setup_of(mesh, layer, {rigid_layer(), 1e-3, edges});
    if (std::isfinite(setup.lift)) CHECK(-entries_of(setup.compliance).minCoeff() <= setup.lift);
    return setup.lift;
  };
  CHECK(lift(elastic_layer(1e6, 0.46, 4e-3), FreeEdges::all) ==
        lift(elastic_layer(1e6, 0.46, 4e-3), FreeEdges::none));
  // By its fit, an edge lifts nodes that are far from it.
  CHECK(lift(elastic_layer(1e6, 0.1, 4e-3), FreeEdges::all) == INFINITY);
  CHECK(lift(elastic_layer(1e6, 0.3, INFINITY), FreeEdges::none) == 0);
}

}  // namespace condyle::test::layer_lift_tests
