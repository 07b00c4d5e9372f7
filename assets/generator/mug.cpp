#include <cmath>
#include <numbers>
#include <vector>

#include "patch.h"
#include "shapes.h"

namespace condyle::assets {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// A mug that stands on z = 0, with its axis along z and its handle towards +x.
constexpr double k_mug_radius = 0.036, k_mug_height = 0.095, k_mug_wall = 0.004,
                 k_mug_bottom = 0.006;  // [m]
constexpr int k_mug_around = 96;
constexpr double k_mug_cell = 0.0025;  // along the wall [m]

// The handle's centre line: from the wall outward, down a straight bar, and back.
constexpr double k_mug_bar = 0.062, k_mug_bar_low = 0.020, k_mug_bar_high = 0.078,
                 k_mug_corner = 0.012;
constexpr double k_mug_handle_radius = 0.006;
constexpr double k_mug_in_wall = 0.034;  // where both ends lie, inside the wall

/// The profile (distance from the axis, height) from the middle of the bottom outside, up the wall
/// and down inside, with points at most a cell apart.
std::vector<Vector2d> cup_profile() {
  const double inside = k_mug_radius - k_mug_wall;
  const std::vector<Vector2d> corners = {{0, 0},
                                         {k_mug_radius, 0},
                                         {k_mug_radius, k_mug_height},
                                         {inside, k_mug_height},
                                         {inside, k_mug_bottom},
                                         {0, k_mug_bottom}};
  return divided_profile(corners, k_mug_cell);
}

/// A place on the handle's centre line in the plane y = 0, and its direction.
struct OnHandle {
  Vector2d at, along;  ///< (x, z)
};

OnHandle on_handle(double part) {
  const double out = k_mug_bar - k_mug_corner - k_mug_in_wall,
               down = k_mug_bar_high - k_mug_bar_low - 2 * k_mug_corner;
  const double turn = std::numbers::pi / 2 * k_mug_corner, length = 2 * out + 2 * turn + down;
  double s = part * length;
  if (s <= out) return {{k_mug_in_wall + s, k_mug_bar_high}, {1, 0}};
  if ((s -= out) <= turn) {
    const double angle = s / k_mug_corner;
    return {{k_mug_bar - k_mug_corner + k_mug_corner * std::sin(angle),
             k_mug_bar_high - k_mug_corner + k_mug_corner * std::cos(angle)},
            {std::cos(angle), -std::sin(angle)}};
  }
  if ((s -= turn) <= down) return {{k_mug_bar, k_mug_bar_high - k_mug_corner - s}, {0, -1}};
  if ((s -= down) <= turn) {
    const double angle = s / k_mug_corner;
    return {{k_mug_bar - k_mug_corner + k_mug_corner * std::cos(angle),
             k_mug_bar_low + k_mug_corner - k_mug_corner * std::sin(angle)},
            {-std::sin(angle), -std::cos(angle)}};
  }
  s -= turn;
  return {{k_mug_bar - k_mug_corner - s, k_mug_bar_low}, {-1, 0}};
}

}  // namespace

TriangleMesh mug_cup() { return turned(cup_profile(), k_mug_around); }

TriangleMesh mug_handle() {
  constexpr int k_rings = 4, k_stacks = 90;
  return swept_disk(k_rings, k_stacks, [](const Vector2d& p, double part) {
    const OnHandle on = on_handle(part);
    const Vector2d across(-on.along.y(), on.along.x());
    const Vector2d at = on.at + k_mug_handle_radius * p.x() * across;
    return Vector3d(at.x(), k_mug_handle_radius * p.y(), at.y());
  });
}

}  // namespace condyle::assets
