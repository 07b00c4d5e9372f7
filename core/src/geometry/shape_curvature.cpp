#include <fmt/core.h>

#include <array>
#include <cmath>

#include "condyle/error.h"
#include "condyle/geometry/curvature.h"
#include "core/src/geometry/closed_forms.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;

constexpr double k_relative_rounding = 1e-12;  // relative to the shape's size

const char* crease_of(const Brick& brick, const Vector3d& p) {
  const double rounding = k_relative_rounding * brick.half_size.norm();
  const Vector3d depth = brick.half_size - p.cwiseAbs();
  const auto faces = (depth.array() <= rounding).count();
  constexpr std::array<const char*, 4> k_words = {nullptr, nullptr, "an edge", "a corner"};
  return k_words[static_cast<std::size_t>(faces)];
}

/// The distance of a point from the circle about the axis at height z [m].
double rim_distance(const Vector3d& p, double radius, double z) {
  return std::hypot(std::hypot(p.x(), p.y()) - radius, p.z() - z);
}

const char* crease_of(const Cylinder& cylinder, const Vector3d& p) {
  const double rounding = k_relative_rounding * std::hypot(cylinder.radius, cylinder.half_length);
  const double z = std::copysign(cylinder.half_length, p.z());
  return rim_distance(p, cylinder.radius, z) <= rounding ? "the rim" : nullptr;
}

const char* crease_of(const Cone& cone, const Vector3d& p) {
  const double rounding = k_relative_rounding * slant_length(cone);
  if ((p - Vector3d(0, 0, cone.height / 2)).norm() <= rounding) return "the apex";
  return rim_distance(p, cone.radius, -cone.height / 2) <= rounding ? "the rim" : nullptr;
}

}  // namespace

const char* crease_at(const Shape& shape, const Vector3d& on_surface) {
  if (const auto* brick = std::get_if<Brick>(&shape)) return crease_of(*brick, on_surface);
  if (const auto* cylinder = std::get_if<Cylinder>(&shape)) return crease_of(*cylinder, on_surface);
  if (const auto* cone = std::get_if<Cone>(&shape)) return crease_of(*cone, on_surface);
  return nullptr;
}

SurfaceJet curved_jet(const Shape& shape, const Vector3d& on_surface) {
  if (std::holds_alternative<MeshSolid>(shape)) {
    throw InputError(fmt::format(
        "{}: it has no curvature, for its triangles are flat and meet in edges", name(shape)));
  }
  if (const char* crease = crease_at(shape, on_surface)) {
    throw InputError(
        fmt::format("{}: it has no curvature at ({:g}, {:g}, {:g}), which is on {}; ask beside it",
                    name(shape), on_surface.x(), on_surface.y(), on_surface.z(), crease));
  }
  return implicit(shape, on_surface);
}

}  // namespace condyle::geometry
