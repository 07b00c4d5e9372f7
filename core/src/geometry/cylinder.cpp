#include "core/src/geometry/cylinder.h"

#include <array>
#include <numbers>

#include "core/src/geometry/require_length.h"
#include "core/src/geometry/revolved_outline.h"
#include "core/src/geometry/solid_properties.h"

namespace condyle::geometry {

using Eigen::Vector3d;
using std::numbers::pi;

namespace {

std::array<Eigen::Vector2d, 4> outline(const Cylinder& cylinder) {
  const double r = cylinder.radius, h = cylinder.half_length;
  return {{{0, -h}, {r, -h}, {r, h}, {0, h}}};
}

}  // namespace

void require_valid(const Cylinder& cylinder) {
  require_length("cylinder", "radius", cylinder.radius);
  require_length("cylinder", "half length", cylinder.half_length);
}

SurfaceJet implicit(const Cylinder& cylinder, const Vector3d& point) {
  return revolved_distance(outline(cylinder), point);
}

SurfacePoint nearest(const Cylinder& cylinder, const Vector3d& point) {
  return revolved_nearest(outline(cylinder), point);
}

LineCrossings line_crossings(const Cylinder& cylinder, const Vector3d& origin,
                             const Vector3d& direction) {
  const double h = cylinder.half_length;
  return ends(intersection(inside_ball<2>(origin.head<2>(), direction.head<2>(), cylinder.radius),
                           inside_slab(origin.z(), direction.z(), -h, h)));
}

Vector3d support(const Cylinder& cylinder, const Vector3d& direction) {
  return revolved_support(outline(cylinder), direction);
}

SolidProperties solid_properties(const Cylinder& cylinder) {
  const double r = cylinder.radius, h = cylinder.half_length;
  const double volume = 2 * pi * r * r * h, across = volume * (r * r / 4 + h * h / 3);
  return centred_solid(volume, 2 * pi * r * (r + 2 * h), {across, across, 0.5 * volume * r * r});
}

}  // namespace condyle::geometry
