#include "core/src/geometry/revolved_outline.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace condyle::geometry {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

/// A point in its half plane through the axis, and the unit vector from the axis into that plane.
struct HalfPlanePoint {
  Vector2d at;  ///< distance from the axis, z
  Vector3d radial;

  explicit HalfPlanePoint(const Vector3d& point)
      : at(std::hypot(point.x(), point.y()), point.z()),
        radial(at[0] > 0 ? Vector3d(point.x() / at[0], point.y() / at[0], 0) : Vector3d::UnitX()) {}

  Vector3d lifted(const Vector2d& v) const { return v[0] * radial + Vector3d(0, 0, v[1]); }
};

/// The nearest point of the outline in the half plane, on a side or (`is_corner`) at a corner.
struct NearestInPlane {
  Vector2d point, normal;
  double distance;
  bool is_corner;
};

NearestInPlane nearest_in_plane(std::span<const Vector2d> outline, const Vector2d& q) {
  NearestInPlane inside{{}, {}, -std::numeric_limits<double>::infinity(), false};
  NearestInPlane outside{{}, {}, std::numeric_limits<double>::infinity(), false};
  for (std::size_t k = 0; k + 1 < outline.size(); ++k) {
    const Vector2d side = outline[k + 1] - outline[k], arm = q - outline[k];
    const double length = side.norm();
    const Vector2d along = side / length, normal(along[1], -along[0]);
    const double above = normal.dot(arm), foot = std::clamp(along.dot(arm), 0.0, length);
    const bool is_corner = foot == 0 || foot == length;
    const Vector2d point = foot == length ? outline[k + 1] : Vector2d(outline[k] + foot * along);
    if (above > inside.distance) inside = {point, normal, above, false};
    const Vector2d gap = q - point;
    const double distance = gap.norm();
    if (above <= 0 || distance >= outside.distance) continue;
    if (is_corner) {
      outside = {point, gap / distance, distance, true};
    } else {
      outside = {point, normal, above, false};
    }
  }
  return inside.distance > 0 ? outside : inside;
}

}  // namespace

SurfaceJet revolved_distance(std::span<const Vector2d> outline, const Vector3d& point) {
  const HalfPlanePoint p(point);
  const NearestInPlane near = nearest_in_plane(outline, p.at);
  const Vector3d normal = p.lifted(near.normal);
  const Vector3d along = p.lifted({-near.normal[1], near.normal[0]});
  const Vector3d around(-p.radial.y(), p.radial.x(), 0);
  SurfaceJet jet{.value = near.distance, .gradient = normal};
  if (near.is_corner) jet.hessian += along * along.transpose() / near.distance;
  // The turn of the normal about the axis; at a corner on the axis it is that of a point.
  double turn = p.at[0] > 0 ? near.normal[0] / p.at[0] : 0;
  if (near.is_corner && near.point[0] == 0) turn = 1 / near.distance;
  jet.hessian += turn * (around * around.transpose());
  return jet;
}

SurfacePoint revolved_nearest(std::span<const Vector2d> outline, const Vector3d& point) {
  const HalfPlanePoint p(point);
  const NearestInPlane near = nearest_in_plane(outline, p.at);
  return {p.lifted(near.point), p.lifted(near.normal), near.distance};
}

Vector3d revolved_support(std::span<const Vector2d> outline, const Vector3d& direction) {
  const HalfPlanePoint d(direction);
  Vector2d furthest = outline[0];
  for (const Vector2d& corner : outline.subspan(1)) {
    const double gain = d.at.dot(corner - furthest);
    if (gain > 0) furthest = corner;
    if (gain == 0)
      furthest = d.at[0] == 0 ? Vector2d(0, corner[1]) : Vector2d(0.5 * (furthest + corner));
  }
  return d.lifted(furthest);
}

}  // namespace condyle::geometry
