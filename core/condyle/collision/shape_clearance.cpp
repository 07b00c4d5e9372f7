#include "condyle/collision/shape_clearance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace condyle {
namespace {

using Eigen::Vector3d;

/// What nearest() may be wrong by, as a part of the lengths that enter it.
constexpr double k_rounding = 1e-10;

double longest(const RayReach& reach) { return std::max(reach.inward, reach.outward); }

/// The least of a function with the unit gradient g (in the cluster's frame K) and value 0 in the
/// middle of the cluster, over all points of its rays.
double least_of_linear(const Vector3d& g, const RayCluster& rays, const RayReach& reach) {
  const double lean = std::abs(g.x()) * rays.lean_x + std::abs(g.y()) * rays.lean_y;
  const double most_along = lean + std::max(g.z(), g.z() * rays.upright);    // of g . normal
  const double least_along = -lean + std::min(g.z(), g.z() * rays.upright);  // rays run inward
  return -g.cwiseAbs().dot(rays.half_size) -
         std::max({0.0, reach.inward * most_along, -reach.outward * least_along});
}

double clearance_by_distance(const Shape& shape, const RayCluster& rays, const RayReach& reach,
                             const Pose& X_TC) {
  const Vector3d p_T = X_TC * rays.center_C;
  const SurfacePoint at = nearest(shape, p_T);
  const double away = std::abs(at.distance);
  double clear = away - rays.radius - longest(reach);
  if (at.distance > 0 && is_convex(shape)) {
    const Vector3d g_T = (p_T - at.point) / at.distance;
    const Vector3d g_K = rays.axes_C.transpose() * (X_TC.linear().transpose() * g_T);
    clear = std::max(clear, at.distance + least_of_linear(g_K, rays, reach));
  }
  return clear - k_rounding * (away + p_T.cwiseAbs().sum() + rays.radius + longest(reach));
}

/// The lines of a grid between which [low, high] lies: first patch, and one past the last.
std::pair<int, int> patches_within(const Eigen::VectorXd& lines, double low, double high) {
  const auto first = std::upper_bound(lines.begin(), lines.end(), low) - lines.begin() - 1;
  const auto last = std::lower_bound(lines.begin(), lines.end(), high) - lines.begin();
  return {static_cast<int>(std::max<std::ptrdiff_t>(first, 0)),
          static_cast<int>(std::min<std::ptrdiff_t>(last, lines.size() - 1))};
}

bool is_clear(const HeightMap& map, const Eigen::AlignedBox3d& box) {
  const auto [x_first, x_last] = patches_within(map.x(), box.min().x(), box.max().x());
  const auto [y_first, y_last] = patches_within(map.y(), box.min().y(), box.max().y());
  for (int i = x_first; i < x_last; ++i) {
    for (int j = y_first; j < y_last; ++j) {
      if (map.patch_box(i, j).intersects(box)) return false;
    }
  }
  return true;
}

/// By the boxes of the patches around: exact nearest points would cost more than the rays.
double clearance_by_boxes(const HeightMap& map, const RayCluster& rays, const RayReach& reach,
                          const Pose& X_TC, double worthwhile) {
  const Vector3d p_T = X_TC * rays.center_C;
  const double radius =
      (1 + k_rounding) * (rays.radius + longest(reach)) + k_rounding * p_T.cwiseAbs().sum();
  const auto is_clear_by = [&](double gap) {
    const Vector3d half = Vector3d::Constant(radius + gap);
    return is_clear(map, {Vector3d(p_T - half), Vector3d(p_T + half)});
  };
  for (double gap = worthwhile; gap > 0.01 * radius; gap /= 4) {
    if (is_clear_by(gap)) return gap;
  }
  return is_clear_by(0) ? std::numeric_limits<double>::min() : 0;
}

}  // namespace

double clearance(const Shape& shape, const RayCluster& rays, const RayReach& reach,
                 const Pose& X_TC, double worthwhile) {
  if (const auto* map = std::get_if<HeightMap>(&shape)) {
    return clearance_by_boxes(*map, rays, reach, X_TC, worthwhile);
  }
  return clearance_by_distance(shape, rays, reach, X_TC);
}

}  // namespace condyle
