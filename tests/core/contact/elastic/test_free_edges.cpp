// The elastic layer near edges where it ends in a free face.
#include <Eigen/Core>
#include <catch2/catch.hpp>
#include <random>

#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/elastic/layer_compliance.h"
#include "support/eigenvalues.h"
#include "support/few_or_all.h"

namespace condyle::test::free_edge_tests {
namespace {

constexpr double k_thickness = 8e-3, k_modulus = 463e6;

/// A layer that ends in a free face at y = 0 and goes on elsewhere: a top of this length [m] along
/// x, 4 h wide, and the wall below its edge. Cells of h / 6.
std::shared_ptr<const ContactSurface> layer_with_edge(double length, double poissons_ratio) {
  const double h = k_thickness;
  const int along = static_cast<int>(std::lround(6 * length / h));
  const TriangleMesh top =
      transformed(mesh::make_plane_grid(length, 4 * h, along, 24), translation(0, 2 * h, 0));
  Pose X = translation(0, 0, -h / 2);
  X.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;  // up is -y: exact, so that the edges become one
  const TriangleMesh wall = transformed(mesh::make_plane_grid(length, h, along, 6), X);
  return surface(welded(joined(top, wall)), {k_modulus, poissons_ratio, h});
}

struct Pressed {
  double force;  ///< [N]
  double peak;   ///< within h of the middle of the length [Pa]
};

/// A rigid cylinder along x of radius 10.5 h, whose middle lies over the layer at `edge` from its
/// edge, `depth` below the surface [m].
Pressed press(const std::shared_ptr<const ContactSurface>& layer, double edge, double depth,
              FreeEdges free_edges) {
  const double R = 10.5 * k_thickness;
  const auto cylinder = std::make_shared<const ContactSurface>(
      geometry::Shape(geometry::Cylinder{R, 36 * k_thickness}), TriangleMesh{}, rigid_layer(),
      "cylinder");
  ContactSettings settings = layer_settings();
  settings.free_edges = free_edges;
  settings.node_spacing = k_thickness / 6;
  ContactPair pair(layer, cylinder, settings);
  const Pose X = translation(0, edge, R - depth) * rotation(std::numbers::pi / 2, {0, 1, 0});
  Pressed pressed{-pair.evaluate(X).F_casting_C.force.z(), 0};
  for (int t = 0; t < pair.casting().triangle_count(); ++t)
    if (std::abs(pair.casting().centroids()[t].x()) < k_thickness)
      pressed.peak = std::max(pressed.peak, pair.casting_map().pressure[t]);
  return pressed;
}

/// Layers of two lengths, whose set-ups all calls share.
struct TwoLengths {
  std::shared_ptr<const ContactSurface> longer = layer_with_edge(9 * k_thickness, 0.46),
                                        shorter = layer_with_edge(6 * k_thickness, 0.46);

  /// Force per length of a layer's middle [N/m], without the effect of its ends, from the
  /// difference of both lengths; and the peak of the longer one.
  Pressed middle(double edge, double depth, FreeEdges free_edges) const {
    const Pressed on_longer = press(longer, edge, depth, free_edges);
    const Pressed on_shorter = press(shorter, edge, depth, free_edges);
    return {(on_longer.force - on_shorter.force) / (3 * k_thickness), on_longer.peak};
  }
};

Eigen::MatrixXd compliance_of(const ContactSurface& casting, const LayerNodes& nodes,
                              FreeEdges free_edges) {
  const LayerKernels kernels{make_layer_kernel(casting.layer(0)), {}, 0};
  LayerCompliance compliance(casting, nodes, kernels, free_edges);
  std::vector<int> all(static_cast<std::size_t>(nodes.count()));
  std::iota(all.begin(), all.end(), 0);
  Eigen::MatrixXd C(nodes.count(), nodes.count());
  compliance.fill(all, C);
  return C;
}

/// The smallest eigenvalue over the largest.
double least_over_largest(const Eigen::MatrixXd& matrix) {
  const Eigen::VectorXd values = eigenvalues_of(matrix);
  return values[0] / values[values.size() - 1];
}

}  // namespace

TEST_CASE("free edge: a cylinder presses as finite elements say", "[contact][elastic_layer]") {
  // Finite elements in plane strain (eight-node elements, nu = 0.46): distance of the edge and
  // depth over h, force over E h per length, peak over E. The fit of the edge's compliance takes
  // 2 % of the tolerance, and nodes h / 6 apart take the rest: where five of them lie across the
  // contact, single triangles scatter by a sixth. Without free edges the third-last peak is four
  // times as high.
  struct Row {
    double edge, depth, force, peak;
  };
  const TwoLengths layers;
  for (const Row& row : {Row{2, 0.02, 0.03911, 0.0444}, Row{1, 0.02, 0.03501, 0.0421},
                         Row{0.5, 0.02, 0.02692, 0.0377}, Row{0.25, 0.02, 0.02014, 0.0342},
                         Row{1, 0.05, 0.13239, 0.0998}, Row{0.5, 0.05, 0.09434, 0.0871}}) {
    CAPTURE(row.edge, row.depth);
    const double h = k_thickness;
    const Pressed free = layers.middle(row.edge * h, row.depth * h, FreeEdges::sharp);
    CHECK(free.force / (k_modulus * h) == Approx(row.force).epsilon(0.04));
    CHECK(free.peak / k_modulus == Approx(row.peak).epsilon(row.edge < 1 ? 0.2 : 0.06));
    if (row.edge > 0.5) continue;
    const Pressed plain = layers.middle(row.edge * h, row.depth * h, FreeEdges::none);
    CHECK(plain.force / (k_modulus * h) > 1.4 * row.force);
  }
}

TEST_CASE("free edge: a layer that is cut gives way more, whatever the force",
          "[contact][elastic_layer][rounds]") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 generator(seed);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<>(low, high)(generator);
  };
  for (int i = 0; i < few_or_all(3, 8); ++i) {
    const double h = between(2e-3, 20e-3), nu = between(-0.3, 0.5);
    const double length = h * between(1, 5), width = h * between(1, 5);
    CAPTURE(h, nu, length, width);
    const auto plate = surface(mesh::make_plane_grid(length, width, 12, 14), {k_modulus, nu, h});
    const LayerNodes nodes = make_layer_nodes(*plate, std::sqrt(length * width / 150));
    const Eigen::MatrixXd plain = compliance_of(*plate, nodes, FreeEdges::none);
    const Eigen::MatrixXd cut = compliance_of(*plate, nodes, FreeEdges::all);
    CHECK(compliance_of(*plate, nodes, FreeEdges::sharp) == plain);
    CHECK(least_over_largest(cut) > 0);
    // Rounding, and foot points that jump between the sides of a corner.
    CHECK(least_over_largest(cut - plain) > -1e-2);
    CHECK((cut - plain).norm() > 1e-3 * plain.norm());
  }
}

TEST_CASE("free edge: only edges that are bent backwards, and borders where asked for",
          "[contact][elastic_layer]") {
  const Layer layer{k_modulus, 0.46, k_thickness};
  const auto edges = [](const ContactSurface& casting, FreeEdges which, const Layer& of) {
    const LayerNodes nodes = make_layer_nodes(casting, k_thickness / 4);
    const EdgeCompliance compliance(casting, nodes, make_layer_kernel(of), which);
    int near = 0;
    for (int i = 0; i < nodes.count(); ++i)
      if (compliance.distance_in_thickness(i) < EdgeCompliance::k_reach) ++near;
    return near;
  };
  const double side = 2 * k_thickness;
  const auto box = surface(mesh::make_box({side, side, side}, {8, 8, 8}), layer);
  TriangleMesh inside_out = box->mesh();
  for (auto& corners : inside_out.triangles) std::swap(corners[1], corners[2]);
  const auto hollow = surface(inside_out, layer);
  const auto sphere = surface(mesh::make_icosphere(k_thickness, 4), layer);
  const auto plate = surface(mesh::make_plane_grid(side, side, 16, 16), layer);
  CHECK(edges(*box, FreeEdges::none, layer) == 0);
  CHECK(edges(*box, FreeEdges::sharp, layer) == make_layer_nodes(*box, side / 8).count());
  CHECK(edges(*hollow, FreeEdges::all, layer) == 0);
  CHECK(edges(*sphere, FreeEdges::all, layer) == 0);
  CHECK(edges(*plate, FreeEdges::sharp, layer) == 0);
  CHECK(edges(*plate, FreeEdges::all, layer) == make_layer_nodes(*plate, side / 8).count());
  // A half space has no thickness with which to compare the distance from an edge.
  const Layer endless = elastic_layer(k_modulus, 0.46, std::numeric_limits<double>::infinity());
  CHECK(edges(*surface(box->mesh(), endless), FreeEdges::all, endless) == 0);
}

TEST_CASE("free edge: nodes that press close to one are counted, in evaluations of any history",
          "[contact][elastic_layer]") {
  const double h = k_thickness;
  const auto box = surface(mesh::make_box({6 * h, 6 * h, h}, {48, 48, 8}), {k_modulus, 0.46, h});
  ContactPair pair(box, ball(k_ball_radius), layer_settings());
  const auto at = [&](double x) { return translation(x, 0, k_ball_radius + 0.45 * h); };
  const LayerFigures middle = pair.evaluate(at(0)).layer;
  CHECK(middle.active_nodes > 20);
  CHECK(middle.edge_nodes == 0);
  const LayerFigures edge = pair.evaluate(at(2.6 * h)).layer;
  CHECK(edge.edge_nodes > edge.active_nodes / 2);
  CHECK(edge.edge_nodes < edge.active_nodes);
  CHECK(pair.evaluate(at(0)).layer.edge_nodes == 0);
}

}  // namespace condyle::test::free_edge_tests
