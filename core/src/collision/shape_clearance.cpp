#include "core/src/collision/shape_clearance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/src/geometry/height_map_search.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Bound on the error of nearest(), relative to the lengths that enter it.
constexpr double k_rounding = 1e-10;

/// The least value, over all points of a cluster's rays, of the linear function with gradient g (in
/// the cluster's frame K) that is 0 at the cluster's centre.
double least_of_linear(const Vector3d& g, const RayCluster& rays, const RayReach& reach) {
  const double lean = std::abs(g.x()) * rays.lean_x + std::abs(g.y()) * rays.lean_y;
  const double most_along = lean + std::max(g.z(), g.z() * rays.upright);    // bounds on g . normal
  const double least_along = -lean + std::min(g.z(), g.z() * rays.upright);  // rays run inward
  return -g.cwiseAbs().dot(rays.half_size) -
         std::max({0.0, reach.inward * most_along, -reach.outward * least_along});
}

/// Bound on how far the distance from a shape may lie below its tangent at p_T, over all points
/// within `radius` of p_T. Zero outside a convex solid. A torus is concave towards its axis, where
/// the curvature of the distance is at most 1 / (distance from the axis).
double sagging(const geometry::Shape& shape, const Vector3d& p_T, double radius) {
  if (is_convex(shape)) return 0;
  const auto* torus = std::get_if<geometry::Torus>(&shape);
  const double nearest_to_axis = p_T.head<2>().norm() - radius;
  if (torus == nullptr || !(nearest_to_axis > 0)) return std::numeric_limits<double>::infinity();
  return nearest_to_axis > torus->major_radius ? 0 : radius * radius / (2 * nearest_to_axis);
}

double clearance_by_distance(const geometry::Shape& shape, const RayCluster& rays,
                             const RayReach& reach, const Pose& X_TC) {
  const Vector3d p_T = X_TC * rays.center_C;
  const geometry::SurfacePoint at = nearest(shape, p_T);
  const double away = std::abs(at.distance);
  double clear = away - rays.radius - longest(reach);
  if (at.distance > 0) {
    const Vector3d g_T = (p_T - at.point) / at.distance;
    const Vector3d g_K = rays.axes_C.transpose() * (X_TC.linear().transpose() * g_T);
    clear = std::max(clear, at.distance + least_of_linear(g_K, rays, reach) -
                                sagging(shape, p_T, rays.radius + longest(reach)));
  }
  return clear - k_rounding * (away + p_T.cwiseAbs().sum() + rays.radius + longest(reach));
}

/// The patches of a grid that cover [low, high]: the first, and one past the last.
std::pair<int, int> patches_within(const Eigen::VectorXd& lines, double low, double high) {
  const auto first = std::upper_bound(lines.begin(), lines.end(), low) - lines.begin() - 1;
  const auto last = std::lower_bound(lines.begin(), lines.end(), high) - lines.begin();
  return {static_cast<int>(std::max<std::ptrdiff_t>(first, 0)),
          static_cast<int>(std::min<std::ptrdiff_t>(last, lines.size() - 1))};
}

/// Calls `use(i, j)` for the patches over or under a box, until it returns false.
template <class Use>
bool for_patches(const geometry::HeightMap& map, const Eigen::AlignedBox3d& box, const Use& use) {
  const auto [x_first, x_last] = patches_within(map.x(), box.min().x(), box.max().x());
  const auto [y_first, y_last] = patches_within(map.y(), box.min().y(), box.max().y());
  for (int i = x_first; i < x_last; ++i) {
    for (int j = y_first; j < y_last; ++j) {
      if (!use(i, j)) return false;
    }
  }
  return true;
}

bool is_clear(const geometry::HeightMap& map, const Eigen::AlignedBox3d& box) {
  return for_patches(map, box, [&](int i, int j) { return !map.patch_box(i, j).intersects(box); });
}

Eigen::AlignedBox3d cube(const Vector3d& middle, double half) {
  return {Vector3d(middle.array() - half), Vector3d(middle.array() + half)};
}

/// Clearance found from the boxes of the patches nearby.
double clearance_by_boxes(const geometry::HeightMap& map, const Vector3d& p_T, double radius,
                          double worthwhile) {
  for (double gap = worthwhile; gap > 0.01 * radius; gap /= 4) {
    if (is_clear(map, cube(p_T, radius + gap))) return gap;
  }
  return is_clear(map, cube(p_T, radius)) ? std::numeric_limits<double>::min() : 0;
}

/// Clearance found from the height above the surface at the cluster's centre and the slopes nearby:
/// between two points, the height changes by their difference times a mean of (-dz/dx, -dz/dy, 1).
/// There is no surface beyond the map. The slopes are known as far as `worthwhile` from the rays,
/// so the result is at most `worthwhile`.
double clearance_by_slopes(const geometry::HeightMap& map, const RayCluster& rays,
                           const RayReach& reach, const Pose& X_TC, double radius,
                           double worthwhile) {
  const Vector3d p_T = X_TC * rays.center_C;
  const double height = height_above(map, p_T);
  if (!(height > 0)) return 0;
  Eigen::AlignedBox2d slopes;
  for_patches(map, cube(p_T, radius + worthwhile), [&](int i, int j) {
    slopes.extend(map.patch_slopes(i, j));
    return true;
  });
  const Eigen::Vector2d mean = slopes.center(), off = slopes.sizes() / 2;
  const Vector3d g_T(-mean.x(), -mean.y(), 1);
  const Vector3d g_K = rays.axes_C.transpose() * (X_TC.linear().transpose() * g_T);
  const double least = height + least_of_linear(g_K, rays, reach) - off.sum() * radius;
  const double steepest = (mean.cwiseAbs() + off).norm();
  return std::min(worthwhile, least / std::sqrt(1 + steepest * steepest));
}

double clearance_of_map(const geometry::HeightMap& map, const RayCluster& rays,
                        const RayReach& reach, const Pose& X_TC, double worthwhile) {
  const Vector3d p_T = X_TC * rays.center_C;
  const double rounding = k_rounding * (p_T.cwiseAbs().sum() + rays.radius + longest(reach));
  const double radius = rays.radius + longest(reach) + rounding;
  if (map.covers(p_T.x(), p_T.y())) {
    const double clear = clearance_by_slopes(map, rays, reach, X_TC, radius, worthwhile) - rounding;
    if (clear > 0) return clear;
  }
  return clearance_by_boxes(map, p_T, radius, worthwhile);
}

}  // namespace

double clearance(const geometry::Shape& shape, const RayCluster& rays, const RayReach& reach,
                 const Pose& X_TC, double worthwhile) {
  if (const auto* map = std::get_if<geometry::HeightMap>(&shape)) {
    return clearance_of_map(*map, rays, reach, X_TC, worthwhile);
  }
  return clearance_by_distance(shape, rays, reach, X_TC);
}

}  // namespace condyle
