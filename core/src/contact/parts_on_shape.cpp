#include "core/src/contact/parts_on_shape.h"

#include <cmath>
#include <variant>

namespace condyle {
namespace {

using Eigen::Vector3d;
using geometry::Cylinder;
using geometry::Shape;

/// Places this near the rim of a cylinder, relative to its radius, lie on it.
constexpr double k_at_rim = 1e-9;

bool is_flat(const Shape& shape) {
  return std::holds_alternative<geometry::Brick>(shape) ||
         std::holds_alternative<geometry::HalfSpace>(shape);
}

double distance_from_axis(const Vector3d& p) { return std::hypot(p.x(), p.y()); }

bool is_on_side(const Vector3d& normal) { return std::abs(normal.z()) < 0.5; }

Vector3d at_radius(double radius, const Vector3d& p) {
  const double factor = radius / distance_from_axis(p);
  return {factor * p.x(), factor * p.y(), p.z()};
}

bool reaches_rim(const Cylinder& cylinder, const Vector3d& p) {
  return distance_from_axis(p) > (1 - k_at_rim) * cylinder.radius;
}

}  // namespace

bool has_known_faces(const Shape& shape) {
  return !std::holds_alternative<geometry::MeshSolid>(shape) &&
         !std::holds_alternative<geometry::HeightMap>(shape) &&
         !std::holds_alternative<geometry::Cone>(shape);
}

Vector3d corner_on(const Shape& shape, const Vector3d& normal, const Vector3d& corner) {
  if (is_flat(shape)) return corner;
  const auto* const cylinder = std::get_if<Cylinder>(&shape);
  if (cylinder == nullptr) return nearest(shape, corner).point;
  if (is_on_side(normal) || reaches_rim(*cylinder, corner))
    return at_radius(cylinder->radius, corner);
  return corner;
}

Vector3d middle_on(const Shape& shape, const Vector3d& normal, const Vector3d& a,
                   const Vector3d& b) {
  const Vector3d middle = (a + b) / 2;
  if (is_flat(shape)) return middle;
  const auto* const cylinder = std::get_if<Cylinder>(&shape);
  if (cylinder == nullptr) return nearest(shape, middle).point;
  const bool runs_along_rim = reaches_rim(*cylinder, a) && reaches_rim(*cylinder, b);
  return is_on_side(normal) || runs_along_rim ? at_radius(cylinder->radius, middle) : middle;
}

geometry::SurfacePoint centroid_on(const Shape& shape, const Vector3d& normal,
                                   const std::array<Vector3d, 3>& corners) {
  const Vector3d centroid = (corners[0] + corners[1] + corners[2]) / 3;
  if (is_flat(shape)) return {centroid, normal, 0};
  const auto* const cylinder = std::get_if<Cylinder>(&shape);
  if (cylinder == nullptr) return nearest(shape, centroid);
  if (!is_on_side(normal)) return {centroid, normal, 0};
  const Vector3d on_side = at_radius(cylinder->radius, centroid);
  return {on_side, {on_side.x() / cylinder->radius, on_side.y() / cylinder->radius, 0}, 0};
}

}  // namespace condyle
