#include <cmath>
#include <numbers>

#include "condyle/mesh/primitives.h"
#include "condyle/mesh/triangle_mesh.h"
#include "patch.h"
#include "shapes.h"

namespace condyle::assets {
namespace {

// Hip, centred on the joint; y up, along the axis of the socket. Cartilage surfaces.
constexpr double k_head_radius = 0.024;
constexpr double k_socket_radius = 0.0243;
constexpr double k_socket_wall = 0.006;
constexpr double k_socket_half_angle = 75 * std::numbers::pi / 180;

constexpr double k_plate_half_width = 0.030, k_plate_thickness = 0.006;

// Finger pad: backing in the plane x = 0, contact face a dome towards +x; y up.
constexpr double k_pad_half_height = 0.014, k_pad_half_width = 0.011;
constexpr double k_pad_radius = 0.025;     // radius of the dome
constexpr double k_pad_thickness = 0.010;  // thickness at the middle of the dome

constexpr double k_can_radius = 0.025, k_can_height = 0.080;

/// An icosphere whose volume is that of the true sphere. With vertices on the sphere the facets lie
/// inside it, and contact would be too weak by edge^2 / (3 radius depth).
TriangleMesh sphere_of_true_volume(double radius, int subdivisions) {
  TriangleMesh mesh = mesh::make_icosphere(radius, subdivisions);
  const double true_volume = 4 * std::numbers::pi / 3 * radius * radius * radius;
  const double factor = std::cbrt(true_volume / signed_volume(mesh));
  return scaled(std::move(mesh), Eigen::Vector3d::Constant(factor));
}

}  // namespace

TriangleMesh hip_femoral_head() { return sphere_of_true_volume(k_head_radius, 5); }

TriangleMesh hip_acetabulum() {
  constexpr int rings = 32, back_rings = 8;  // a fine back: the outside of the cup is visible
  const auto on_sphere = [](const Eigen::Vector2d& p, double radius) {
    const double angle = k_socket_half_angle * p.norm();
    const Eigen::Vector2d across =
        p.norm() > 0 ? Eigen::Vector2d(std::sin(angle) * p.normalized()) : p;
    return Eigen::Vector3d(radius * across.x(), radius * std::cos(angle), radius * across.y());
  };
  return solid_between(
      disk_patch(rings), disk_patch(back_rings),
      [&](const Eigen::Vector2d& p) { return on_sphere(p, k_socket_radius); },
      [&](const Eigen::Vector2d& p) { return on_sphere(p, k_socket_radius + k_socket_wall); });
}

TriangleMesh plate() {
  constexpr int cells = 96;
  const auto at_height = [](const Eigen::Vector2d& p, double y) {
    return Eigen::Vector3d(k_plate_half_width * p.y(), y, k_plate_half_width * p.x());
  };
  return solid_between(
      square_patch(cells, cells, 0), square_patch(cells / k_rim_ratio, cells / k_rim_ratio, 0),
      [&](const Eigen::Vector2d& p) { return at_height(p, 0); },
      [&](const Eigen::Vector2d& p) { return at_height(p, -k_plate_thickness); });
}

TriangleMesh finger_pad() {
  constexpr int columns = 48, rows = 40;
  constexpr double roundness = 0.6;
  const auto at_depth = [](const Eigen::Vector2d& p, double x) {
    return Eigen::Vector3d(x, k_pad_half_height * p.x(), k_pad_half_width * p.y());
  };
  return solid_between(
      square_patch(columns, rows, roundness),
      square_patch(columns / k_rim_ratio, rows / k_rim_ratio, roundness),
      [&](const Eigen::Vector2d& p) {
        const Eigen::Vector3d flat = at_depth(p, 0);
        return at_depth(p, k_pad_thickness - arc_height(k_pad_radius, flat.norm()));
      },
      [&](const Eigen::Vector2d& p) { return at_depth(p, 0); });
}

TriangleMesh can() {
  constexpr int rings = 14, stacks = 44;
  return swept_disk(rings, stacks, [](const Eigen::Vector2d& p, double part) {
    return Eigen::Vector3d(k_can_radius * p.x(), k_can_height * (part - 0.5), k_can_radius * p.y());
  });
}

}  // namespace condyle::assets
