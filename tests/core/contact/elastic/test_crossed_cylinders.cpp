#include <catch2/catch.hpp>
#include <random>

#include "condyle/contact/contact_laws.h"
#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/elastic/layer_nodes.h"

namespace condyle::test::crossed_cylinders_tests {
namespace {

constexpr double k_modulus = 10e6, k_ratio = 0.3, k_depth = 1e-4;
constexpr double k_thin = 20e-3, k_thick = 200e-3;  // radii [m]

/// The crest of a cylinder along x, at z = 0; the vertices moved by up to `shift` of an edge.
TriangleMesh crest(double radius, double size_x, double size_y, double edge, double shift) {
  const int nx = static_cast<int>(std::lround(size_x / edge));
  const int ny = static_cast<int>(std::lround(size_y / edge));
  TriangleMesh mesh = mesh::make_plane_grid(size_x, size_y, nx, ny);
  std::mt19937 random(51);
  std::uniform_real_distribution<double> move(-shift * edge, shift * edge);
  for (Vector3d& v : mesh.vertices) {
    v.head<2>() += Eigen::Vector2d(move(random), move(random));
    const double angle = v.y() / radius;
    v = {v.x(), radius * std::sin(angle), radius * (std::cos(angle) - 1)};
  }
  return mesh;
}

}  // namespace

TEST_CASE("crossed cylinders of 20 and 200 mm without end: Hertz's force, peak and every node",
          "[contact][elastic_layer]") {
  const bool thin_casts = GENERATE(true, false);
  const double shift = thin_casts ? 0.2 : 0;
  const double modulus = k_modulus / (1 - k_ratio * k_ratio);
  const double force =
      hertz_contact(1 / k_thin, 1 / k_thick, modulus, 1).stiffness * std::pow(k_depth, 1.5);
  const HertzContact exact = hertz_contact(1 / k_thin, 1 / k_thick, modulus, force);
  // The ellipse lies along the thin cylinder.
  const double along_x = thin_casts ? exact.semi_axis_long : exact.semi_axis_short;
  const double along_y = thin_casts ? exact.semi_axis_short : exact.semi_axis_long;
  const double spacing = exact.semi_axis_short / 6, edge = spacing / 2;
  const auto casting =
      surface(crest(thin_casts ? k_thin : k_thick, 2.7 * along_x, 2.7 * along_y, edge, shift),
              elastic_layer(k_modulus, k_ratio, std::numeric_limits<double>::infinity()));
  const double target_radius = thin_casts ? k_thick : k_thin;
  const auto target = std::make_shared<const ContactSurface>(
      geometry::Shape(geometry::Cylinder{target_radius, 0.1}), TriangleMesh{}, rigid_layer(),
      "target");
  ContactSettings settings = layer_settings();
  settings.free_edges = FreeEdges::none;
  settings.node_spacing = spacing;
  ContactPair pair(casting, target, settings);
  Pose X = rotation(std::numbers::pi / 2, {1, 0, 0});
  X.translation() = Vector3d(0.13 * edge, 0.21 * edge, target_radius - k_depth);
  const ContactResult& result = pair.evaluate(X);
  CHECK(-result.F_casting_C.force.z() == Approx(force).epsilon(0.005));
  CHECK(result.total.max_pressure == Approx(exact.peak_pressure).epsilon(0.01));

  const LayerNodes nodes = make_layer_nodes(*casting, spacing);
  const std::vector<double>& pressure = result.casting->pressure;
  for (int node = 0; node < nodes.count(); ++node) {
    const auto height = [&](const Vector3d& p) {
      const double x = (p.x() - X.translation().x()) / along_x;
      const double y = (p.y() - X.translation().y()) / along_y;
      return 1 - x * x - y * y;
    };
    if (height(nodes.points[node]) < 0.36) continue;  // within 0.8 of the ellipse
    double found = 0, wanted = 0;
    for (const int t : nodes.triangles_of(node)) {
      found += casting->areas()[t] * pressure[t];
      wanted += casting->areas()[t] * exact.peak_pressure *
                std::sqrt(std::max(0.0, height(casting->centroids()[t])));
    }
    // 0.7 over the number of nodes over the radius, as docs/model.md says.
    CHECK(found / wanted == Approx(1).margin(0.7 / 6));
  }
}

}  // namespace condyle::test::crossed_cylinders_tests
