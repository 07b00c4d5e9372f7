#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/geometry/geodesic.h"
#include "condyle/geometry/geodesic_curve.h"
#include "condyle/geometry/geodesic_integrator.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Whether the surface goes on at this point: a height map ends at its border.
bool goes_on(const Shape& shape, const Vector3d& point) {
  const auto* map = std::get_if<HeightMap>(&shape);
  return !map || map->covers(point.x(), point.y());
}

/// Points of a closed form between 0 and a length: enough to draw it.
constexpr int k_samples = 32;

Geodesic closed_geodesic(const Shape& shape, const GeodesicStart& start, double length) {
  const double limit = closed_geodesic_limit(shape, start);
  Geodesic result;
  // A hair before the rim or apex, where the wall still is.
  const double reached = length < limit ? length : limit * (1 - 1e-12);
  if (length > limit) result.status = GeodesicStatus::left_surface;
  for (int k = 0; k <= k_samples; ++k) {
    result.points.push_back(closed_geodesic_point(shape, start, reached * k / k_samples));
  }
  return result;
}

/// Shortens the last step until it ends at the border.
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

Geodesic integrated(const Shape& shape, const GeodesicStart& start, double length,
                    const GeodesicOptions& options) {
  GeodesicIntegrator walker(shape, start.point, start.tangent, options);
  Geodesic result;
  result.points.push_back(walker.point());
  for (int i = 0; i < options.most_steps && walker.length() < length; ++i) {
    const GeodesicIntegrator before = walker;
    const double h = walker.step(length - walker.length());
    if (h == 0) break;
    if (!goes_on(shape, walker.state().head<3>())) {
      stop_at_border(shape, before, h, walker);
      result.status = GeodesicStatus::left_surface;
    }
    result.points.push_back(walker.point());
    if (result.status != GeodesicStatus::complete) return result;
  }
  if (result.points.size() == 1) result.points.push_back(walker.point());
  if (walker.length() < length * (1 - 1e-14)) result.status = GeodesicStatus::not_converged;
  return result;
}

double height(const CuttingPlane& plane, const Vector3d& point) {
  return plane.normal.dot(point) - plane.offset;
}

/// Length in (low, high] at which f changes its sign from f(low), of sign `side`, by bisection and
/// the rule of false position in turn.
template <class F>
double crossing(double low, double high, double f_low, double f_high, F&& f) {
  for (int i = 0; i < 200 && low < high; ++i) {
    const double secant = low - f_low * (high - low) / (f_high - f_low);
    double at = i % 3 == 2 ? 0.5 * (low + high) : secant;
    if (!(at > low && at < high)) at = 0.5 * (low + high);
    if (at <= low || at >= high) break;
    const double value = f(at);
    if (value == 0) return at;
    if (value * f_low > 0) {
      low = at;
      f_low = value;
    } else {
      high = at;
      f_high = value;
    }
  }
  return std::abs(f_low) < std::abs(f_high) ? low : high;
}

/// Longest stretch of a closed form over which a plane is looked for by its ends: a small part of a
/// turn.
double search_stretch(const Shape& shape, const GeodesicPoint& at, double most) {
  const double bend = std::hypot(at.curvature, at.torsion);
  const bool is_straight = std::holds_alternative<HalfSpace>(shape) || bend * most < 1e-3;
  return is_straight ? most : std::min(most, 0.1 / bend);
}

Geodesic closed_to_plane(const Shape& shape, const GeodesicStart& start, const CuttingPlane& plane,
                         double most, const GeodesicOptions& options) {
  const auto height_at = [&](double s) {
    return height(plane, closed_geodesic_point(shape, start, s).point);
  };
  const double limit = std::min(most, closed_geodesic_limit(shape, start) * (1 - 1e-12));
  double low = 0, f_low = height_at(0);
  for (int i = 0; i < 20 * options.most_steps && low < limit; ++i) {
    const GeodesicPoint here = closed_geodesic_point(shape, start, low);
    const double high = std::min(limit, low + search_stretch(shape, here, most));
    const double f_high = height_at(high);
    if (f_low * f_high <= 0 && f_high != f_low && f_low != 0) {
      const double s = crossing(low, high, f_low, f_high, height_at);
      Geodesic result = closed_geodesic(shape, start, s);
      result.residual = std::abs(height_at(s));
      return result;
    }
    low = high;
    f_low = f_high;
  }
  Geodesic result = closed_geodesic(shape, start, low);
  result.status = low < most ? GeodesicStatus::left_surface : GeodesicStatus::no_hit;
  result.residual = std::abs(height(plane, result.end().point));
  return result;
}

Geodesic integrated_to_plane(const Shape& shape, const GeodesicStart& start,
                             const CuttingPlane& plane, double most,
                             const GeodesicOptions& options) {
  GeodesicIntegrator walker(shape, start.point, start.tangent, options);
  Geodesic result;
  result.points.push_back(walker.point());
  result.status = GeodesicStatus::no_hit;
  for (int i = 0; i < options.most_steps && walker.length() < most; ++i) {
    const GeodesicIntegrator before = walker;
    const double h = walker.step(most - walker.length());
    if (h == 0) {
      result.status = GeodesicStatus::not_converged;
      break;
    }
    const double f_low = height(plane, before.state().head<3>());
    const double f_high = height(plane, walker.state().head<3>());
    const bool on_start = result.points.size() == 1 && std::abs(f_low) <= 1e-14 * most;
    if (f_low * f_high <= 0 && !on_start) {
      const double s = crossing(0, h, f_low, f_high,
                                [&](double x) { return height(plane, before.ahead(x).head<3>()); });
      walker = before;
      if (s > 0) walker.jump_to(before.ahead(s), before.length() + s);
      result.status = GeodesicStatus::complete;
    } else if (!goes_on(shape, walker.state().head<3>())) {
      stop_at_border(shape, before, h, walker);
      result.status = GeodesicStatus::left_surface;
    }
    result.points.push_back(walker.point());
    if (result.status != GeodesicStatus::no_hit) break;
  }
  if (result.points.size() == 1) result.points.push_back(walker.point());
  result.residual = std::abs(height(plane, result.end().point));
  return result;
}

}  // namespace

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

Geodesic shoot_geodesic_to_plane(const Shape& shape, const Vector3d& from,
                                 const Vector3d& direction, const CuttingPlane& plane,
                                 double most_length, const GeodesicOptions& options) {
  const GeodesicStart start = geodesic_start(shape, from, direction);
  return has_closed_geodesics(shape)
             ? closed_to_plane(shape, start, plane, most_length, options)
             : integrated_to_plane(shape, start, plane, most_length, options);
}

}  // namespace condyle
