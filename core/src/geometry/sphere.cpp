#include "core/src/geometry/sphere.h"

#include <numbers>

#include "core/src/geometry/ellipsoid.h"
#include "core/src/geometry/require_length.h"
#include "core/src/geometry/solid_properties.h"

namespace condyle::geometry {

using Eigen::Vector3d;
using std::numbers::pi;

namespace {

Ellipsoid as_ellipsoid(const Sphere& sphere) { return {Vector3d::Constant(sphere.radius)}; }

}  // namespace

void require_valid(const Sphere& sphere) { require_length("sphere", "radius", sphere.radius); }

SurfaceJet implicit(const Sphere& sphere, const Vector3d& point) {
  const double r = sphere.radius;
  return {0.5 * (point.squaredNorm() / r - r), point / r, Eigen::Matrix3d::Identity() / r};
}

SurfacePoint nearest(const Sphere& sphere, const Vector3d& point) {
  const double length = point.stableNorm();
  const Vector3d normal = length > 0 ? Vector3d(point / length) : Vector3d::UnitZ();
  return {sphere.radius * normal, normal, length - sphere.radius};
}

LineCrossings line_crossings(const Sphere& sphere, const Vector3d& origin,
                             const Vector3d& direction) {
  return ends(inside_ball<3>(origin, direction, sphere.radius));
}

Vector3d support(const Sphere& sphere, const Vector3d& direction) {
  return sphere.radius * direction.normalized();
}

SolidProperties solid_properties(const Sphere& sphere) {
  const double r = sphere.radius, volume = 4 * pi / 3 * r * r * r;
  return centred_solid(volume, 4 * pi * r * r, Vector3d::Constant(0.4 * volume * r * r));
}

ParametricJet parametric(const Sphere& sphere, const Eigen::Vector2d& uv) {
  return parametric(as_ellipsoid(sphere), uv);
}

Eigen::Vector2d parameters(const Sphere& sphere, const Vector3d& point) {
  return parameters(as_ellipsoid(sphere), point);
}

}  // namespace condyle::geometry
