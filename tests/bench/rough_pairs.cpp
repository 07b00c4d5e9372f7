#include "bench/rough_pairs.h"

#include <cmath>
#include <numbers>
#include <random>

#include "condyle/mesh/primitives.h"

namespace condyle::bench {
namespace {

using std::numbers::pi;

constexpr Layer k_rough_layer{.elastic_modulus = 10e6, .poissons_ratio = 0.45, .thickness = 0.003};
constexpr double k_rough_turn = 0.1 * pi / 180, k_slide_per_step = 5e-6;
constexpr int k_rough_steps = 300;

/// Random numbers that are the same with every standard library.
class Random {
 public:
  double up_to(double limit) { return limit * static_cast<double>(generator_()) * 0x1p-32; }
  double within(double limit) { return up_to(2 * limit) - limit; }

 private:
  std::mt19937 generator_{20181};
};

/// A sheet over a square around the origin, facing +z, with the heights curvature / 2 times x^2 and
/// y^2.
TriangleMesh make_sheet(double size, int segments, double curvature_x, double curvature_y) {
  TriangleMesh mesh = mesh::make_plane_grid(size, size, segments, segments);
  for (Eigen::Vector3d& v : mesh.vertices)
    v.z() = 0.5 * (curvature_x * v.x() * v.x() + curvature_y * v.y() * v.y());
  return mesh;
}

/// Adds errors of measurement and shifts vertices to anywhere between their neighbours.
void add_noise(TriangleMesh& mesh, double spacing, double height, Random& random) {
  for (Eigen::Vector3d& v : mesh.vertices) {
    v.x() += random.within(0.45 * spacing);
    v.y() += random.within(0.45 * spacing);
    v.z() += random.within(height);
  }
}

void cut_holes(TriangleMesh& mesh, int count, double size, double largest, Random& random) {
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector2d at(random.within(size / 2), random.within(size / 2));
    const double radius = random.up_to(largest);
    std::erase_if(mesh.triangles, [&](const std::array<int, 3>& t) {
      return (Eigen::Vector2d(mesh.vertices[t[0]].head<2>()) - at).norm() < radius;
    });
  }
}

/// Divides some triangles at a point close to one of their sides.
void add_slivers(TriangleMesh& mesh, int count, Random& random) {
  for (int i = 0; i < count; ++i) {
    const auto chosen =
        static_cast<std::size_t>(random.up_to(static_cast<double>(mesh.triangles.size())));
    const auto [a, b, c] = mesh.triangles[chosen];
    const Eigen::Vector3d &p_a = mesh.vertices[a], &p_b = mesh.vertices[b];
    const double part = 0.1 + random.up_to(0.8), away = std::pow(10, -2 - random.up_to(4));
    const Eigen::Vector3d side = p_a + part * (p_b - p_a);
    const Eigen::Vector3d point = side + away * (mesh.vertices[c] - side);
    const auto p = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(point);
    mesh.triangles[chosen] = {a, b, p};
    mesh.triangles.push_back({b, c, p});
    mesh.triangles.push_back({c, a, p});
  }
}

TriangleMesh scanned(double curvature_x, double curvature_y, Random& random) {
  constexpr int k_segments = 118;
  constexpr double k_size = 0.04;
  TriangleMesh mesh = make_sheet(k_size, k_segments, curvature_x, curvature_y);
  add_noise(mesh, k_size / k_segments, 0.03e-3, random);
  cut_holes(mesh, 40, k_size, 0.8e-3, random);
  add_slivers(mesh, 2000, random);
  return mesh;
}

std::shared_ptr<const ContactSurface> soft(TriangleMesh mesh, const char* name) {
  return std::make_shared<ContactSurface>(std::move(mesh), k_rough_layer, name);
}

/// Poses of the target upside down, `height` above the casting frame, turning and sliding.
std::vector<Pose> rolling(double height) {
  std::vector<Pose> poses_CT;
  for (int i = 0; i < k_rough_steps; ++i) {
    Pose X_CT(
        Eigen::AngleAxisd(pi + k_rough_turn * (i - k_rough_steps / 2), Eigen::Vector3d::UnitX()));
    X_CT.pretranslate(Eigen::Vector3d(k_slide_per_step * i, 0, height));
    poses_CT.push_back(X_CT);
  }
  return poses_CT;
}

}  // namespace

PairCase fine_on_coarse() {
  constexpr double k_radius_x = 0.030, k_radius_y = 0.020, k_height = 0.018, k_depth = 0.4e-3;
  PairCase pair{"fine_on_coarse",
                "an ellipsoid of few triangles rolls in a dish of many, dish casting",
                soft(make_sheet(0.05, 224, 1 / 0.06, 1 / 0.04), "dish"),
                soft(mesh::make_ellipsoid({k_radius_x, k_radius_y, k_height}, 2), "ellipsoid"),
                {},
                rolling(k_height - k_depth)};
  pair.settings.max_proximity = 0.004;
  return pair;
}

PairCase scanned_cartilage() {
  Random random;
  auto plateau = soft(scanned(1 / 0.07, 1 / 0.06, random), "plateau");
  auto condyle = soft(scanned(-1 / 0.04, -1 / 0.025, random), "condyle");
  PairCase pair{"scanned_cartilage",
                "two scanned sheets of cartilage, the concave one casting",
                plateau,
                condyle,
                {},
                rolling(-0.3e-3)};
  pair.settings.max_proximity = 0.004;
  return pair;
}

}  // namespace condyle::bench
