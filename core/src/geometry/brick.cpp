#include "core/src/geometry/brick.h"

#include <algorithm>
#include <cmath>

#include "core/src/geometry/require_length.h"
#include "core/src/geometry/solid_properties.h"

namespace condyle::geometry {

using Eigen::Vector3d;

namespace {

double side(double x) { return x < 0 ? -1 : 1; }

}  // namespace

void require_valid(const Brick& brick) {
  require_length("brick", "half size x", brick.half_size.x());
  require_length("brick", "half size y", brick.half_size.y());
  require_length("brick", "half size z", brick.half_size.z());
}

SurfaceJet implicit(const Brick& brick, const Vector3d& point) {
  const Vector3d beyond = point.cwiseAbs() - brick.half_size;
  int axis;
  const double most = beyond.maxCoeff(&axis);
  SurfaceJet jet{.value = most};
  if (most <= 0) {
    jet.gradient[axis] = side(point[axis]);
    return jet;
  }
  // Outside: the nearest feature is the face, edge or corner whose axes the point is beyond.
  const Vector3d arm = beyond.cwiseMax(0);
  jet.value = arm.stableNorm();
  jet.gradient = arm / jet.value;
  for (int k = 0; k < 3; ++k) jet.gradient[k] *= side(point[k]);
  for (int k = 0; k < 3; ++k) jet.hessian(k, k) = beyond[k] > 0 ? 1 / jet.value : 0;
  jet.hessian -= jet.gradient * jet.gradient.transpose() / jet.value;
  return jet;
}

SurfacePoint nearest(const Brick& brick, const Vector3d& point) {
  const SurfaceJet jet = implicit(brick, point);
  Vector3d on = point.cwiseMax(-brick.half_size).cwiseMin(brick.half_size);
  if (jet.value <= 0) {
    for (int k = 0; k < 3; ++k) {
      if (jet.gradient[k] != 0) on[k] = jet.gradient[k] * brick.half_size[k];
    }
  }
  return {on, jet.gradient, jet.value};
}

LineCrossings line_crossings(const Brick& brick, const Vector3d& origin,
                             const Vector3d& direction) {
  LineInterval inside;
  for (int k = 0; k < 3; ++k) {
    const double h = brick.half_size[k];
    inside = intersection(inside, inside_slab(origin[k], direction[k], -h, h));
  }
  return ends(inside);
}

Vector3d support(const Brick& brick, const Vector3d& direction) {
  Vector3d corner = Vector3d::Zero();
  for (int k = 0; k < 3; ++k) {
    if (direction[k] != 0) corner[k] = side(direction[k]) * brick.half_size[k];
  }
  return corner;
}

SolidProperties solid_properties(const Brick& brick) {
  const Vector3d& h = brick.half_size;
  const double volume = 8 * h.prod();
  const Vector3d squares = h.cwiseAbs2();
  return centred_solid(volume, 8 * (h[0] * h[1] + h[1] * h[2] + h[2] * h[0]),
                       volume / 3 * (Vector3d::Constant(squares.sum()) - squares));
}

}  // namespace condyle::geometry
