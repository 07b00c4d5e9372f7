#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "condyle/geometry/geodesic.h"
#include "core/geometry/src/geodesic_curve.h"
#include "core/geometry/src/geodesic_shot.h"
#include "core/src/geometry/closed_forms.h"
#include "core/src/geometry/geodesic_integrator.h"

namespace condyle::geometry {

using Eigen::Vector3d;

GeodesicPoint geodesic_point(const Shape& shape, const GeodesicIntegrator& walker) {
  const GeodesicState& state = walker.state();
  GeodesicPoint p = geodesic_point(shape, walker.length(), state.head<3>(), state.segment<3>(3));
  p.rotational = state[6];
  p.rotational_rate = state[7];
  p.translational = state[8];
  p.translational_rate = state[9];
  return p;
}

bool goes_on(const Shape& shape, const Vector3d& point) {
  const auto* map = std::get_if<HeightMap>(&shape);
  return !map || map->covers(point.x(), point.y());
}

Geodesic closed_geodesic(const Shape& shape, const GeodesicStart& start, double length) {
  constexpr int k_samples = 32;  // enough to draw it
  const double limit = closed_geodesic_limit(shape, start);
  Geodesic result;
  // Stop a hair before the rim or apex, where the point is still on the wall.
  const double reached = length < limit ? length : limit * (1 - 1e-12);
  if (length > limit) {
    result.status = GeodesicStatus::left_surface;
    result.residual = length - reached;
  }
  for (int k = 0; k <= k_samples; ++k) {
    result.points.push_back(closed_geodesic_point(shape, start, reached * k / k_samples));
  }
  return result;
}

void stop_at_border(const Shape& shape, const GeodesicIntegrator& before, double h,
                    GeodesicIntegrator& walker) {
  double inside = 0, outside = h;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (inside + outside);
    (goes_on(shape, before.ahead(middle).head<3>()) ? inside : outside) = middle;
  }
  walker = before;
  if (inside > 0) walker.jump_to(before.ahead(inside), before.length() + inside);
}

namespace {

Geodesic integrated(const Shape& shape, const GeodesicStart& start, double length,
                    const GeodesicOptions& options) {
  GeodesicIntegrator walker(shape, start.point, start.tangent, options.accuracy,
                            options.most_steps);
  Geodesic result;
  result.points.push_back(geodesic_point(shape, walker));
  while (walker.length() < length) {
    const GeodesicIntegrator before = walker;
    const double h = walker.step(length - walker.length());
    if (h == 0) break;
    if (!goes_on(shape, walker.state().head<3>())) {
      stop_at_border(shape, before, h, walker);
      result.status = GeodesicStatus::left_surface;
    }
    result.points.push_back(geodesic_point(shape, walker));
    if (result.status != GeodesicStatus::complete) break;
  }
  if (result.points.size() == 1) result.points.push_back(geodesic_point(shape, walker));
  const bool is_short = walker.length() < length * (1 - 1e-14);
  if (is_short) result.residual = length - walker.length();
  if (is_short && result.status == GeodesicStatus::complete) {
    result.status = GeodesicStatus::not_converged;
  }
  return result;
}

}  // namespace

const char* name(GeodesicStatus status) {
  constexpr std::array k_names{"complete", "left_surface", "no_hit", "cut_locus", "not_converged"};
  return k_names[static_cast<std::size_t>(status)];
}

bool Geodesic::is_locally_shortest() const {
  for (std::size_t k = 1; k + 1 < points.size(); ++k) {
    if (points[k].rotational < 0) return false;
  }
  return end().rotational >= 0;
}

Geodesic shoot_geodesic(const Shape& shape, const Vector3d& from, const Vector3d& direction,
                        double length, const GeodesicOptions& options) {
  const GeodesicStart start = geodesic_start(shape, from, direction);
  return has_closed_geodesics(shape) ? closed_geodesic(shape, start, length)
                                     : integrated(shape, start, length, options);
}

Geodesic integrate_geodesic(const Shape& shape, const Vector3d& from, const Vector3d& direction,
                            double length, const GeodesicOptions& options) {
  return integrated(shape, geodesic_start(shape, from, direction), length, options);
}

}  // namespace condyle::geometry
