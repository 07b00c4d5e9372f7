#include "condyle/geometry/shape.h"

#include <fmt/core.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "condyle/error.h"
#include "core/src/geometry/closed_forms.h"
#include "core/src/geometry/height_map_search.h"
#include "core/src/geometry/smallest_sphere.h"

namespace condyle::geometry {
namespace {

using Eigen::AlignedBox3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

template <class S, class... T>
constexpr bool k_is_any = (std::is_same_v<S, T> || ...);

template <class S>
constexpr bool k_bounded = !k_is_any<S, HalfSpace, InfiniteCylinder, HeightMap>;

template <class S>
constexpr bool k_analytic = !k_is_any<S, HeightMap, MeshSolid>;

template <class S>
constexpr bool k_parametric =
    k_is_any<S, HalfSpace, Sphere, Ellipsoid, InfiniteCylinder, Cone, Torus, HeightMap>;

/// Calls f with the shape's own type. A lambda with an `auto` parameter sees only the overloads of
/// that type.
template <class F>
decltype(auto) dispatch(const Shape& shape, F&& f) {
  return std::visit(std::forward<F>(f), shape);
}

template <class S>
using Plain = std::remove_cvref_t<S>;

[[noreturn]] void refuse(const Shape& shape, const char* what) {
  throw InputError(fmt::format("{}: it has no {}", name(shape), what));
}

/// The sphere through the apex and the rim, or, if it also contains the apex, the sphere whose
/// great circle is the rim.
BoundingSphere cone_sphere(const Cone& cone) {
  const double r = cone.radius, h = cone.height;
  if (r >= h) return {Vector3d(0, 0, -h / 2), r};
  const double radius = (r * r + h * h) / (2 * h);
  return {Vector3d(0, 0, h / 2 - radius), radius};
}

AlignedBox3d box_by_support(const Shape& shape) {
  AlignedBox3d box;
  for (int k = 0; k < 3; ++k) {
    box.max()[k] = support(shape, Vector3d::Unit(k))[k];
    box.min()[k] = support(shape, -Vector3d::Unit(k))[k];
  }
  return box;
}

OrientedBox along_inertia(const MeshSolid& solid) {
  const SolidProperties properties = solid_properties(solid);
  Eigen::Matrix3d R =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(properties.inertia).eigenvectors();
  if (R.determinant() < 0) R.col(2) = -R.col(2);
  AlignedBox3d box;
  for (const Vector3d& v : solid.mesh().vertices) box.extend(R.transpose() * v);
  OrientedBox result{.half_size = box.sizes() / 2};
  result.X_SB.linear() = R;
  result.X_SB.translation() = R * box.center();
  return result;
}

template <class S>
RayCrossing crossing_at(const S& shape, const Vector3d& origin, const Vector3d& direction,
                        double t) {
  const Vector3d point = origin + t * direction;
  const Vector3d normal = implicit(shape, point).gradient.normalized();
  return {t, point, normal, normal.dot(direction) > 0};
}

template <class S>
std::vector<RayCrossing> analytic_crossings(const S& shape, const Vector3d& origin,
                                            const Vector3d& direction) {
  const LineCrossings on_line = line_crossings(shape, origin, direction);
  std::vector<RayCrossing> crossings;
  for (int k = 0; k < on_line.count; ++k) {
    if (!(on_line.at[k] >= 0)) continue;
    crossings.push_back(crossing_at(shape, origin, direction, on_line.at[k]));
  }
  return crossings;
}

template <class S>
std::optional<RayCrossing> first_analytic_crossing(const S& shape, const Vector3d& origin,
                                                   const Vector3d& direction) {
  const LineCrossings on_line = line_crossings(shape, origin, direction);
  for (int k = 0; k < on_line.count; ++k) {
    if (on_line.at[k] >= 0) return crossing_at(shape, origin, direction, on_line.at[k]);
  }
  return {};
}

}  // namespace

const char* name(const Shape& shape) {
  constexpr std::array k_names{"half space", "sphere",     "ellipsoid", "infinite cylinder",
                               "cylinder",   "capsule",    "cone",      "torus",
                               "brick",      "height map", "mesh solid"};
  static_assert(k_names.size() == std::variant_size_v<Shape>);
  return k_names[shape.index()];
}

void require_valid(const Shape& shape) {
  dispatch(shape, [](const auto& s) {
    if constexpr (!k_is_any<Plain<decltype(s)>, HalfSpace, HeightMap, MeshSolid>) require_valid(s);
  });
}

bool is_smooth(const Shape& shape) {
  return dispatch(shape, [](const auto& s) {
    return !k_is_any<Plain<decltype(s)>, Cylinder, Capsule, Cone, Brick, MeshSolid>;
  });
}

bool is_convex(const Shape& shape) {
  if (const auto* mesh = std::get_if<MeshSolid>(&shape)) return mesh->is_convex();
  return dispatch(shape,
                  [](const auto& s) { return !k_is_any<Plain<decltype(s)>, Torus, HeightMap>; });
}

bool is_bounded(const Shape& shape) {
  return dispatch(shape, [](const auto& s) { return k_bounded<Plain<decltype(s)>>; });
}

SurfaceJet implicit(const Shape& shape, const Vector3d& point) {
  return dispatch(shape, [&](const auto& s) { return implicit(s, point); });
}

Vector3d normal_at(const Shape& shape, const Vector3d& point) {
  const Vector3d gradient = implicit(shape, point).gradient;
  const double length = gradient.stableNorm();
  return length > 0 ? Vector3d(gradient / length) : Vector3d::UnitZ();
}

bool is_inside(const Shape& shape, const Vector3d& point) {
  if (const auto* map = std::get_if<HeightMap>(&shape)) {
    if (!map->covers(point.x(), point.y())) return false;
  }
  return implicit(shape, point).value <= 0;
}

SurfacePoint nearest(const Shape& shape, const Vector3d& point) {
  return dispatch(shape, [&](const auto& s) { return nearest(s, point); });
}

std::vector<RayCrossing> ray_crossings(const Shape& shape, const Vector3d& origin,
                                       const Vector3d& direction) {
  return dispatch(shape, [&](const auto& s) {
    if constexpr (k_analytic<Plain<decltype(s)>>) {
      return analytic_crossings(s, origin, direction);
    } else {
      return ray_crossings(s, origin, direction);
    }
  });
}

std::optional<RayCrossing> first_ray_crossing(const Shape& shape, const Vector3d& origin,
                                              const Vector3d& direction) {
  return dispatch(shape, [&](const auto& s) -> std::optional<RayCrossing> {
    if constexpr (k_analytic<Plain<decltype(s)>>) {
      return first_analytic_crossing(s, origin, direction);
    } else if constexpr (k_is_any<Plain<decltype(s)>, HeightMap>) {
      return first_crossing_within(s, origin, direction, 0,
                                   std::numeric_limits<double>::infinity());
    } else {
      const std::vector<RayCrossing> crossings = ray_crossings(s, origin, direction);
      return crossings.empty() ? std::nullopt : std::optional(crossings.front());
    }
  });
}

Vector3d support(const Shape& shape, const Vector3d& direction) {
  return dispatch(shape, [&](const auto& s) -> Vector3d {
    if constexpr (k_bounded<Plain<decltype(s)>>) {
      return support(s, direction);
    } else {
      refuse(shape, "support point: it is not bounded");
    }
  });
}

BoundingSphere bounding_sphere(const Shape& shape) {
  if (!is_bounded(shape) && !std::holds_alternative<HeightMap>(shape)) {
    refuse(shape, "bounding sphere: it is not bounded");
  }
  if (const auto* cone = std::get_if<Cone>(&shape)) return cone_sphere(*cone);
  if (const auto* mesh = std::get_if<MeshSolid>(&shape)) {
    return smallest_sphere(mesh->mesh().vertices);
  }
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    return {Vector3d::Zero(), capsule->radius + capsule->half_length};
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    return {Vector3d::Zero(), std::hypot(cylinder->radius, cylinder->half_length)};
  }
  const AlignedBox3d box = bounding_box(shape);
  if (std::holds_alternative<Brick>(shape) || std::holds_alternative<HeightMap>(shape)) {
    return {box.center(), box.sizes().norm() / 2};
  }
  return {box.center(), box.sizes().maxCoeff() / 2};  // sphere, ellipsoid, torus
}

AlignedBox3d bounding_box(const Shape& shape) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (const auto* map = std::get_if<HeightMap>(&shape)) return bounding_box(*map);
  if (std::holds_alternative<HalfSpace>(shape)) {
    return {Vector3d::Constant(-infinity), Vector3d(infinity, infinity, 0)};
  }
  if (const auto* cylinder = std::get_if<InfiniteCylinder>(&shape)) {
    const Vector3d half(cylinder->radius, cylinder->radius, infinity);
    return {-half, half};
  }
  return box_by_support(shape);
}

OrientedBox oriented_box(const Shape& shape) {
  if (const auto* mesh = std::get_if<MeshSolid>(&shape)) return along_inertia(*mesh);
  const AlignedBox3d box = bounding_box(shape);
  if (!box.min().allFinite()) refuse(shape, "oriented box: it is not bounded");
  OrientedBox result{.half_size = box.sizes() / 2};
  result.X_SB.translation() = box.center();
  return result;
}

SolidProperties solid_properties(const Shape& shape) {
  return dispatch(shape, [&](const auto& s) -> SolidProperties {
    if constexpr (k_bounded<Plain<decltype(s)>>) {
      return solid_properties(s);
    } else {
      refuse(shape, "volume: it is not bounded");
    }
  });
}

bool has_parameters(const Shape& shape) {
  return dispatch(shape, [](const auto& s) { return k_parametric<Plain<decltype(s)>>; });
}

ParametricJet parametric(const Shape& shape, const Vector2d& uv) {
  return dispatch(shape, [&](const auto& s) -> ParametricJet {
    if constexpr (k_parametric<Plain<decltype(s)>>) {
      return parametric(s, uv);
    } else {
      refuse(shape, "parameters (u, v)");
    }
  });
}

Vector2d parameters(const Shape& shape, const Vector3d& point) {
  return dispatch(shape, [&](const auto& s) -> Vector2d {
    if constexpr (k_parametric<Plain<decltype(s)>>) {
      return parameters(s, point);
    } else {
      refuse(shape, "parameters (u, v)");
    }
  });
}

}  // namespace condyle::geometry
