// The compliance by clusters of nodes against the same compliance entry by entry.
#include <Eigen/Cholesky>
#include <catch2/catch.hpp>
#include <random>

#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/elastic/clustered_compliance.h"
#include "support/few_or_all.h"

namespace condyle::test::clustered_compliance_tests {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// A wavy plate, perhaps cut in two by a slit or folded down at a side, with a layer whose
/// thickness may vary from place to place.
struct RandomLayer {
  std::shared_ptr<const ContactSurface> casting;
  std::unique_ptr<LayerSetup> setup;

  explicit RandomLayer(std::mt19937& generator) {
    std::uniform_real_distribution<double> part(0, 1);
    const double size = 30e-3, nu = -0.3 + 0.8 * part(generator),
                 h = (0.5 + 6 * part(generator)) * 2e-3;
    const double wave = 3e-3 * part(generator), phase = 6 * part(generator);
    TriangleMesh mesh = mesh::make_plane_grid(size, size * (0.5 + part(generator)), 44, 40);
    for (Vector3d& v : mesh.vertices)
      v.z() = wave * std::sin(150 * v.x() + phase) * std::cos(110 * v.y());
    if (part(generator) < 0.3)
      mesh = cropped(mesh, [](const Vector3d& c) { return std::abs(c.x()) > 1e-3; });
    if (part(generator) < 0.3)
      for (Vector3d& v : mesh.vertices)
        if (v.x() > 10e-3) v.z() -= 2 * (v.x() - 10e-3);
    std::vector<Layer> layers{{463e6, nu, h}};
    if (part(generator) < 0.5) {
      const Layer one = layers[0];
      layers.assign(mesh.triangles.size(), one);
      for (std::size_t t = 0; t < layers.size(); ++t)
        layers[t].thickness *= 1 + 0.4 * std::sin(100 * mesh.vertices[mesh.triangles[t][0]].y());
    }
    const Layer target =
        part(generator) < 0.3 ? elastic_layer(1e9, 0.5 * part(generator), 3e-3) : rigid_layer();
    const FreeEdges edges = part(generator) < 0.5 ? FreeEdges::all : FreeEdges::sharp;
    casting = std::make_shared<const ContactSurface>(std::move(mesh), std::move(layers), "plate");
    setup = std::make_unique<LayerSetup>(*casting, LayerSetupKey{target, 1e-3, edges});
  }
};

/// Places of a layer, each chosen with probability `part`; all of them for 1 or more.
std::vector<int> places_of(const ClusteredCompliance& clustered, double part,
                           std::mt19937& generator) {
  std::vector<int> places;
  for (int place = 0; place < clustered.size(); ++place)
    if (std::uniform_real_distribution<double>(0, 1)(generator) < part) places.push_back(place);
  return places;
}

MatrixXd entry_by_entry(const ClusteredCompliance& clustered) {
  return MatrixXd::NullaryExpr(clustered.size(), clustered.size(),
                               [&](Eigen::Index a, Eigen::Index b) {
                                 return clustered(static_cast<int>(a), static_cast<int>(b));
                               });
}

/// The columns of the compliance at `places`, each by a product with a unit vector; other entries
/// are zero.
MatrixXd by_products(ClusteredCompliance& clustered, std::span<const int> places) {
  MatrixXd C = MatrixXd::Zero(clustered.size(), clustered.size());
  VectorXd x = VectorXd::Zero(clustered.size()), y;
  for (const int place : places) {
    x[place] = 1;
    clustered.multiply(x, std::span(&place, 1), places, y);
    for (const int to : places) C(to, place) = y[to];
    x[place] = 0;
  }
  return C;
}

/// The error allowed in an entry by the tables of both sides [m/N].
double table_error(const LayerSetup& setup) {
  const LayerKernels& kernels = setup.compliance.kernels();
  const double casting =
      kernels.casting.by_inverse_distance / std::ranges::min(setup.nodes.thickness);
  const double target =
      kernels.target.is_rigid() ? 0 : kernels.target.by_inverse_distance / kernels.target_thickness;
  return LayerCorrection::k_error * (casting + target);
}

}  // namespace

TEST_CASE("clustered compliance: products, symmetry and definiteness on random layers",
          "[contact][elastic_layer][rounds]") {
  const unsigned seed = 31;
  CAPTURE(seed);
  std::mt19937 generator(seed);
  int low_rank = 0;
  for (int i = 0; i < few_or_all(2, 4); ++i) {
    CAPTURE(i);
    const RandomLayer layer(generator);
    ClusteredCompliance clustered(*layer.setup);
    const std::vector<int> all = places_of(clustered, 2, generator);
    std::vector<double> extra(all.size(), 0);
    for (double& one : extra)
      if (generator() % 8 == 0) one = layer.setup->compliance.of_part(0, 0.3);
    clustered.begin(all, extra);
    const MatrixXd exact = entry_by_entry(clustered), C = by_products(clustered, all);
    REQUIRE(exact == exact.transpose());
    REQUIRE(C == C.transpose());
    REQUIRE(C.diagonal() == exact.diagonal());
    const VectorXd f = VectorXd::NullaryExpr(
        exact.rows(), [&] { return std::uniform_real_distribution<double>(0, 1)(generator); });
    VectorXd y;
    clustered.multiply(f, all, all, y);
    // A block's error is at most its tolerance, or the tables' error in each entry, which covers
    // rounding too.
    const double entries = table_error(*layer.setup) * static_cast<double>(exact.rows());
    CHECK((C - exact).norm() < ClusteredCompliance::k_error * exact.norm() + entries);
    CHECK((y - exact * f).norm() <
          (ClusteredCompliance::k_error * exact.norm() + entries) * f.norm());
    low_rank += (C - exact).cwiseAbs().maxCoeff() > 0;
    const bool is_definite = exact.llt().info() == Eigen::Success;
    CHECK(is_definite);
    CHECK((C.llt().info() == Eigen::Success) == is_definite);
  }
  CHECK(low_rank >=
        few_or_all(1, 3));  // low-rank blocks took part, so the approximation was tested
}

TEST_CASE("clustered compliance: products of some places, whatever was asked before",
          "[contact][elastic_layer]") {
  const unsigned seed = 7;
  CAPTURE(seed);
  std::mt19937 generator(seed);
  const RandomLayer layer(generator);
  ClusteredCompliance old(*layer.setup), fresh(*layer.setup);
  const MatrixXd exact = entry_by_entry(old);
  for (int i = 0; i < 10; ++i) {
    const std::vector<int> known = places_of(old, 0.4, generator);
    std::vector<int> from, to;
    for (const int place : known) {
      if (generator() % 3 == 0) from.push_back(place);
      if (generator() % 3 == 0) to.push_back(place);
    }
    old.begin(known, std::vector<double>(known.size(), 0));
    VectorXd x = VectorXd::Zero(old.size()), y, again;
    for (const int place : from) x[place] = std::normal_distribution<double>()(generator);
    old.multiply(x, from, to, y);
    fresh = ClusteredCompliance(*layer.setup);
    fresh.begin(known, std::vector<double>(known.size(), 0));
    fresh.multiply(x, from, to, again);
    const VectorXd expected = exact * x;
    for (const int place : to) {
      REQUIRE(y[place] == again[place]);
      REQUIRE(y[place] == Approx(expected[place]).margin(1e-8 * expected.cwiseAbs().maxCoeff()));
    }
  }
}

TEST_CASE("clustered compliance: blocks of contacts that are left behind are forgotten",
          "[contact][elastic_layer][rounds]") {
  const ContactSurface plate(mesh::make_plane_grid(0.2, 20e-3, 400, 40), {463e6, 0.46, 8e-3},
                             "plate");
  const LayerSetup setup(plate, {rigid_layer(), 1e-3, FreeEdges::none});
  ClusteredCompliance clustered(setup);
  Eigen::Index most = 0;
  for (double middle = -80e-3; middle <= 80e-3; middle += few_or_all(10e-3, 5e-3)) {
    std::vector<int> places;
    for (int place = 0; place < clustered.size(); ++place)
      if (std::abs(setup.nodes.points[clustered.node_at(place)].x() - middle) < 10e-3)
        places.push_back(place);
    clustered.begin(places, std::vector<double>(places.size(), 0));
    VectorXd x = VectorXd::Zero(clustered.size()), y;
    clustered.multiply(x, places, places, y);
    most = std::max(most, clustered.entries());
  }
  ClusteredCompliance whole(setup);
  std::vector<int> all(static_cast<std::size_t>(whole.size()));
  std::iota(all.begin(), all.end(), 0);
  whole.begin(all, std::vector<double>(all.size(), 0));
  VectorXd y;
  whole.multiply(VectorXd::Zero(whole.size()), all, all, y);
  CHECK(3 * most < whole.entries());
}

}  // namespace condyle::test::clustered_compliance_tests
