#include <cmath>

#include "patch.h"
#include "shapes.h"

namespace condyle::assets {
namespace {

// The cam of scene cam_follower turns about z. Turned by u, it lifts a flat follower to 20 mm + 2
// mm (1 - cos u)^2 above its axis.
constexpr double k_base = 0.020, k_rise = 0.002, k_width = 0.012;
constexpr double k_below_edge = 5e-5;  // [m] this body stays below the edge that makes contact

/// The point of the outline that touches the follower when the cam has turned by `u` [rad].
Eigen::Vector2d outline(double u) {
  const double c = std::cos(u), s = std::sin(u);
  const double reach = k_base - k_below_edge + k_rise * (1 - c) * (1 - c);
  const double slope = 2 * k_rise * (1 - c) * s;
  return {reach * s + slope * c, reach * c - slope * s};
}

}  // namespace

TriangleMesh cam_body() {
  constexpr int rings = 16, stacks = 8;
  return swept_disk(rings, stacks, [](const Eigen::Vector2d& p, double part) {
    const Eigen::Vector2d q = p.norm() * outline(std::atan2(p.x(), p.y()));
    return Eigen::Vector3d(q.x(), q.y(), k_width * (0.5 - part));
  });
}

}  // namespace condyle::assets
