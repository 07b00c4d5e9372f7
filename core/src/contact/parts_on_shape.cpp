#include "core/src/contact/parts_on_shape.h"

#include <cmath>
#include <variant>

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

}  // namespace condyle
