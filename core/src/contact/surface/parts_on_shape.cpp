#include "core/src/contact/surface/parts_on_shape.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <variant>

#include "core/src/contact/surface/plain_vectors.h"

namespace condyle {
namespace {

using Eigen::Vector3d;
using geometry::Cylinder;
using geometry::Shape;
using geometry::SurfacePoint;

/// Places this near the rim of a cylinder, relative to its radius, lie on it.
constexpr double k_at_rim = 1e-9;

bool is_flat(const Shape& shape) {
  return std::holds_alternative<geometry::Brick>(shape) ||
         std::holds_alternative<geometry::HalfSpace>(shape);
}

double distance_from_axis(const Vector3d& p) { return std::hypot(p.x(), p.y()); }

Vector3d at_radius(double radius, const Vector3d& p) {
  const double factor = radius / distance_from_axis(p);
  return {factor * p.x(), factor * p.y(), p.z()};
}

bool reaches_rim(const Shape& shape, const Vector3d& p) {
  const auto* const cylinder = std::get_if<Cylinder>(&shape);
  return cylinder != nullptr && distance_from_axis(p) > (1 - k_at_rim) * cylinder->radius;
}

/// The place on the face with this normal; on the rim if `is_at_rim` says so of a cylinder's end.
SurfacePoint on_face(const Shape& shape, const Vector3d& normal, const Vector3d& p,
                     bool is_at_rim) {
  if (is_flat(shape)) return {p, normal, 0};
  const auto* const cylinder = std::get_if<Cylinder>(&shape);
  if (cylinder == nullptr) return nearest(shape, p);
  const bool is_on_end = std::abs(normal.z()) > 0.5;
  if (is_on_end) return {is_at_rim ? at_radius(cylinder->radius, p) : p, normal, 0};
  const Vector3d on_side = at_radius(cylinder->radius, p);
  return {on_side, {on_side.x() / cylinder->radius, on_side.y() / cylinder->radius, 0}, 0};
}

/// What lies between a chord of a circle and its arc: area, and distance of its centroid from the
/// circle's centre.
struct Segment {
  double area, distance;
};

Segment segment_of(double radius, double chord) {
  const double half = std::asin(std::min(1.0, chord / (2 * radius)));
  if (half < 1e-2)
    return {radius * radius * 2 / 3 * std::pow(half, 3) * (1 - half * half / 5),
            radius * (1 - 0.3 * half * half)};
  const double part = half - std::sin(half) * std::cos(half);
  return {radius * radius * part, radius * 2 / 3 * std::pow(std::sin(half), 3) / part};
}

}  // namespace

bool has_known_faces(const Shape& shape) {
  return !std::holds_alternative<geometry::MeshSolid>(shape) &&
         !std::holds_alternative<geometry::HeightMap>(shape) &&
         !std::holds_alternative<geometry::Cone>(shape);
}

Vector3d corner_on(const Shape& shape, const Vector3d& normal, const Vector3d& corner) {
  return on_face(shape, normal, corner, reaches_rim(shape, corner)).point;
}

Vector3d middle_on(const Shape& shape, const Vector3d& normal, const Vector3d& a,
                   const Vector3d& b) {
  return on_face(shape, normal, (a + b) / 2, reaches_rim(shape, a) && reaches_rim(shape, b)).point;
}

SurfacePoint centroid_on(const Shape& shape, const Vector3d& normal,
                         const std::array<Vector3d, 3>& corners) {
  return on_face(shape, normal, (corners[0] + corners[1] + corners[2]) / 3, false);
}

PartOnShape part_on(const Shape& shape, const Vector3d& normal,
                    const std::array<Vector3d, 3>& corners) {
  const auto& [a, b, c] = corners;
  PartOnShape part{centroid_on(shape, normal, corners), plain_norm((b - a).cross(c - a)) / 2};
  const auto* const cylinder = std::get_if<Cylinder>(&shape);
  if (cylinder == nullptr || std::abs(normal.z()) < 0.5) return part;
  for (int k = 0; k < 3; ++k) {
    const Vector3d &from = corners[k], &to = corners[(k + 1) % 3];
    if (!reaches_rim(shape, from) || !reaches_rim(shape, to)) continue;
    const auto [area, distance] = segment_of(cylinder->radius, plain_norm(to - from));
    const Vector3d centre = at_radius(distance, (from + to) / 2);
    part.area += area;
    part.centre.point += area / part.area * (centre - part.centre.point);
  }
  return part;
}

}  // namespace condyle
