// Forces of large contacts: by clusters as by factors, and as Hertz says.
#include <catch2/catch.hpp>
#include <random>

#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/elastic/layer_forces.h"
#include "support/few_or_all.h"

namespace condyle::test::clustered_forces_tests {
namespace {

/// A bowl that is pressed onto all nodes of a layer.
struct Pressed {
  std::vector<int> nodes;
  std::vector<double> depths, parts;

  Pressed(const LayerNodes& layer, double radius, double depth, const Vector3d& at) {
    for (int node = 0; node < layer.count(); ++node) {
      nodes.push_back(node);
      depths.push_back(depth - (layer.points[node] - at).squaredNorm() / (2 * radius));
      parts.push_back(node % 7 == 0 ? 0.6 : 1);
    }
  }
  KnownNodes known() const { return {nodes, depths, parts}; }
};

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

TEST_CASE("forces by clusters are those by factors", "[contact][elastic_layer][rounds]") {
  const unsigned seed = 12;
  CAPTURE(seed);
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> part(0, 1);
  for (int i = 0; i < few_or_all(2, 4); ++i) {
    const double nu = -0.3 + 0.8 * part(generator), h = (1 + 9 * part(generator)) * 1e-3;
    CAPTURE(i, nu, h);
    const ContactSurface plate(mesh::make_plane_grid(22.5e-3, 22.5e-3, 45, 45),
                               elastic_layer(463e6, nu, h), "plate");
    const LayerSetup setup(plate, {rigid_layer(), 0.8e-3, FreeEdges::all});
    const Pressed pressed(setup.nodes, 50e-3, 1e-3 * part(generator),
                          1e-2 * Vector3d(part(generator), part(generator), 0));
    DenseForces dense(setup.compliance);
    ClusteredForces clustered(setup);
    LayerForces exact, forces;
    dense.solve(pressed.known(), 1e-9, exact);
    clustered.solve(pressed.known(), 1e-9, forces);
    REQUIRE(exact.active.size() > 20);
    CHECK(forces.residual <= 1e-9);
    // The solver's tolerance plus the error of the compliance.
    CHECK(sum(forces.forces) == Approx(sum(exact.forces)).epsilon(3e-8));
    std::vector<double> difference(pressed.nodes.size(), 0);
    for (std::size_t k = 0; k < exact.active.size(); ++k)
      difference[exact.active[k]] += exact.forces[k];
    for (std::size_t k = 0; k < forces.active.size(); ++k)
      difference[forces.active[k]] -= forces.forces[k];
    double off = 0;
    for (const double one : difference) off += std::abs(one);
    CHECK(off < 1e-6 * sum(exact.forces));
    if (exact.active != forces.active) continue;  // a node at the border, whose force is nearly 0
    const auto count = static_cast<Eigen::Index>(exact.active.size());
    EightColumns b(count, 8);
    for (Eigen::Index k = 0; k < b.size(); ++k) b.data()[k] = part(generator);
    EightColumns x = b, by_clusters = b;
    dense.solve_active(x);
    clustered.solve_active(by_clusters);
    CHECK((x - by_clusters).norm() < 1e-6 * x.norm());
  }
}

TEST_CASE("forces by clusters do not depend on earlier ones", "[contact][elastic_layer]") {
  const ContactSurface plate(mesh::make_plane_grid(30e-3, 30e-3, 60, 60), {463e6, 0.46, 4e-3},
                             "plate");
  const LayerSetup setup(plate, {rigid_layer(), 0.8e-3, FreeEdges::all});
  ClusteredForces old(setup), fresh(setup);
  LayerForces forces, again;
  for (const double x : {-8e-3, 0.0, 6e-3})
    old.solve(Pressed(setup.nodes, 50e-3, 6e-4, {x, 0, 0}).known(), 1e-9, forces);
  const Pressed here(setup.nodes, 50e-3, 4e-4, {1e-3, 2e-3, 0});
  old.solve(here.known(), 1e-9, forces);
  fresh.solve(here.known(), 1e-9, again);
  CHECK(forces.active == again.active);
  CHECK(forces.forces == again.forces);
  CHECK(forces.residual == again.residual);
}

TEST_CASE("twenty thousand nodes that press keep the conditions of the exact compliance",
          "[contact][elastic_layer][rounds]") {
  // Nearly every triangle is a node.
  const double h = 3e-3;
  const ContactSurface plate(mesh::make_plane_grid(30e-3, 30e-3, 120, 120), {463e6, 0.46, h},
                             "plate");
  const LayerSetup setup(plate, {rigid_layer(), 1e-5, FreeEdges::none});
  REQUIRE(setup.nodes.count() > 25000);
  ClusteredForces clustered(setup);
  const Pressed pressed(setup.nodes, 0.4, 4e-4, Vector3d::Zero());
  LayerForces forces;
  clustered.solve(pressed.known(), 1e-9, forces);
  CHECK(forces.residual <= 1e-9);
  CHECK(forces.active.size() > 20000);
  std::vector<double> force_of(pressed.nodes.size(), 0);
  for (std::size_t k = 0; k < forces.active.size(); ++k)
    force_of[forces.active[k]] = forces.forces[k];
  const unsigned seed = 5;
  CAPTURE(seed);
  std::mt19937 generator(seed);
  double missed = 0, of_these = 0;
  for (int i = 0; i < few_or_all(40, 200); ++i) {
    const int a = static_cast<int>(generator() % pressed.nodes.size());
    const double own = setup.compliance(a, a) + setup.compliance.of_part(a, pressed.parts[a]);
    double w = own * force_of[a] - pressed.depths[a];
    for (int b = 0; b < setup.nodes.count(); ++b)
      if (b != a && force_of[b] > 0) w += setup.compliance(a, b) * force_of[b];
    missed += std::abs(std::min(force_of[a], w / own));
    of_these += force_of[a];
  }
  // The error of the compliance's table, 3e-7 here, adds to the solver's tolerance.
  CHECK(missed < 1e-6 * of_these);
}

TEST_CASE("forces by clusters: one node, and none that overlaps", "[contact][elastic_layer]") {
  const ContactSurface plate(mesh::make_plane_grid(2e-3, 2e-3, 1, 1), {463e6, 0.46, 4e-3}, "plate");
  const LayerSetup setup(plate, {rigid_layer(), 0.1, FreeEdges::none});
  REQUIRE(setup.nodes.count() == 1);
  ClusteredForces clustered(setup);
  LayerForces forces;
  const int node = 0;
  const double depth = 1e-5, gap = -1e-5, whole = 1;
  clustered.solve({{&node, 1}, {&depth, 1}, {&whole, 1}}, 1e-9, forces);
  REQUIRE(forces.active.size() == 1);
  CHECK(forces.forces[0] == Approx(depth / setup.compliance(0, 0)).epsilon(1e-9));
  clustered.solve({{&node, 1}, {&gap, 1}, {&whole, 1}}, 1e-9, forces);
  CHECK(forces.active.empty());
  CHECK(forces.residual == 0);
}

TEST_CASE("large contact: the same bits on any number of threads, after any other pose",
          "[contact][elastic_layer][threads]") {
  const auto plate = surface(mesh::make_plane_grid(14e-3, 14e-3, 60, 60), {463e6, 0.46, 2e-3});
  ContactSettings settings = layer_settings();
  settings.node_spacing = 0.3e-3;
  ContactPair one(plate, ball(k_ball_radius), settings), two(plate, ball(k_ball_radius), settings);
  two.set_threads(2);
  const ContactResult& first = one.evaluate(translation(0, 0, k_ball_radius - 3e-4));
  REQUIRE(first.layer.candidates > 1000);  // so many go by clusters
  two.evaluate(translation(1e-3, 0, k_ball_radius - 1e-5));
  two.evaluate(translation(1e-3, 0, k_ball_radius - 2e-4));
  const ContactResult& second = two.evaluate(translation(0, 0, k_ball_radius - 3e-4));
  CHECK(first.F_casting_C.force == second.F_casting_C.force);
  CHECK(first.casting->pressure == second.casting->pressure);
  CHECK(Matrix6(first.stiffness) == Matrix6(second.stiffness));
}

TEST_CASE("ball on a layer without end: Hertz with thousands of nodes",
          "[contact][elastic_layer]") {
  // So shallow that the sphere is a paraboloid to 2.5e-6 of the force.
  const double R = 40e-3, E = 463e6, nu = 0.3, d = 1e-6, a = std::sqrt(R * d);
  const double force = 4.0 / 3 * E / (1 - nu * nu) * std::sqrt(R) * std::pow(d, 1.5);
  const auto error = [&](int cells) {
    ContactPair pair(surface(mesh::make_plane_grid(3 * a, 3 * a, cells, cells),
                             elastic_layer(E, nu, std::numeric_limits<double>::infinity())),
                     ball(R), layer_settings());
    const ContactResult& result = pair.evaluate(translation(0, 0, R - d));
    CHECK(result.layer.residual <= 1e-9);
    CHECK(result.layer.active_nodes > cells * cells / 6);
    return std::abs(-result.F_casting_C.force.z() / force - 1);
  };
  const double coarse = error(20), fine = error(60), finest = error(120);
  CHECK(coarse < 0.005);
  CHECK(fine < coarse / 3);  // at least the first order of the spacing
  CHECK(finest < fine / 2);
}

}  // namespace condyle::test::clustered_forces_tests
