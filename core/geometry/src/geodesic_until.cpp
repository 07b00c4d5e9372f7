#include <algorithm>
#include <cmath>
#include <optional>

#include "condyle/geometry/geodesic.h"
#include "core/geometry/src/geodesic_curve.h"
#include "core/geometry/src/geodesic_shot.h"
#include "core/src/geometry/geodesic_integrator.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;

/// The length in (low, high] at which f changes sign from f(low), by alternating bisection and
/// false position.
template <class F>
double crossing(double low, double high, double f_low, double f_high, F&& f) {
  for (int i = 0; i < 200 && low < high; ++i) {
    const double secant = low - f_low * (high - low) / (f_high - f_low);
    double at = i % 3 == 2 ? 0.5 * (low + high) : secant;
    if (!(at > low && at < high)) at = 0.5 * (low + high);
    if (at <= low || at >= high) break;
    const double value = f(at);
    if (value == 0) return at;
    if ((value < 0) == (f_low < 0)) {
      low = at;
      f_low = value;
    } else {
      high = at;
      f_high = value;
    }
  }
  return std::abs(f_low) < std::abs(f_high) ? low : high;
}

/// The value of an event at the current place of the search.
struct Watched {
  double value;
  bool at_start = true;
};

/// The residual for an event's value: its size, finite in any case.
double size_of(double event) { return std::isfinite(event) ? std::abs(event) : 0; }

bool differ(double a, double b) { return b == 0 || (a < 0) != (b < 0); }

/// Finds where in (0, h] the event first changes sign, from samples at `looks` places. `guess`
/// approximates the event and is used for the samples; `sure` is exact. At h the guess must be
/// exact, as must `watched`.
template <class Guess, class Sure>
std::optional<double> first_change(Watched& watched, double h, int looks, Guess&& guess,
                                   Sure&& sure) {
  const Watched first = watched;
  const auto place = [&](int k) { return k < looks ? h * k / looks : h; };
  for (int k = 1; k <= looks; ++k) {
    double value = guess(place(k));
    if (!std::isfinite(value)) continue;
    const bool leaves_zero = watched.at_start && std::abs(watched.value) <= 1e-12 * std::abs(value);
    const bool has_sign = std::isfinite(watched.value) && !leaves_zero;
    if (has_sign && k < looks && differ(watched.value, value)) value = sure(place(k));
    if (has_sign && differ(watched.value, value)) {
      if (value == 0) return place(k);
      // A guess close to zero may have had the wrong sign: go back to where the sign is certain.
      int low = k - 1;
      double low_value = low > 0 ? sure(place(low)) : first.value;
      while (low > 0 && differ(watched.value, low_value)) {
        value = low_value;
        --low;
        low_value = low > 0 ? sure(place(low)) : first.value;
      }
      return crossing(place(low), place(low + 1), low_value, value, sure);
    }
    watched = {value, watched.at_start && value == 0};
  }
  return {};
}

/// Interpolates between two states one step apart, by the cubic through both points with their
/// tangents.
struct Between {
  const GeodesicState &from, &to;
  double h;

  Vector3d point(double x) const {
    const double s = x / h, r = 1 - s;
    return r * r * (1 + 2 * s) * from.head<3>() + s * s * (3 - 2 * s) * to.head<3>() +
           h * s * r * (r * from.segment<3>(3) - s * to.segment<3>(3));
  }
  Vector3d tangent(double x) const {
    const double s = x / h, r = 1 - s;
    const Vector3d rate = 6 * s * r / h * (to.head<3>() - from.head<3>()) +
                          r * (1 - 3 * s) * from.segment<3>(3) + s * (3 * s - 2) * to.segment<3>(3);
    return rate.normalized();
  }
};

Geodesic integrated_until(const Shape& shape, const GeodesicStart& start,
                          const GeodesicEvent& event, double most, const GeodesicOptions& options) {
  constexpr int k_looks = 8;
  GeodesicIntegrator walker(shape, start.point, start.tangent, options.accuracy,
                            options.most_steps);
  const auto event_of = [&](const GeodesicState& state, double length) {
    return event(state.head<3>(), state.segment<3>(3), length);
  };
  Geodesic result;
  result.points.push_back(geodesic_point(shape, walker));
  result.status = GeodesicStatus::no_hit;
  Watched watched{event_of(walker.state(), 0)};
  while (walker.length() < most) {
    const GeodesicIntegrator before = walker;
    double h = walker.step(most - walker.length());
    if (h == 0) break;
    if (!goes_on(shape, walker.state().head<3>())) {
      stop_at_border(shape, before, h, walker);
      h = walker.length() - before.length();
      result.status = GeodesicStatus::left_surface;
    }
    const Between between{before.state(), walker.state(), h};
    const auto sure = [&](double x) { return event_of(before.ahead(x), before.length() + x); };
    const auto guess = [&](double x) {
      return x == h ? event_of(walker.state(), walker.length())
                    : event(between.point(x), between.tangent(x), before.length() + x);
    };
    if (h > 0) {
      if (const auto hit = first_change(watched, h, k_looks, guess, sure)) {
        const GeodesicState landed = *hit == h ? walker.state() : before.ahead(*hit);
        walker = before;
        walker.jump_to(landed, before.length() + *hit);
        result.status = GeodesicStatus::complete;
      }
    }
    result.points.push_back(geodesic_point(shape, walker));
    if (result.status != GeodesicStatus::no_hit) break;
  }
  if (result.points.size() == 1) result.points.push_back(geodesic_point(shape, walker));
  if (result.status == GeodesicStatus::no_hit && walker.length() < most * (1 - 1e-14)) {
    result.status = GeodesicStatus::not_converged;
  }
  result.residual = size_of(event_of(walker.state(), walker.length()));
  return result;
}

Geodesic closed_until(const Shape& shape, const GeodesicStart& start, const GeodesicEvent& event,
                      double most, const GeodesicOptions& options) {
  const auto event_at = [&](double s) {
    const GeodesicPoint p = closed_geodesic_point(shape, start, s);
    return event(p.point, p.tangent, s);
  };
  const double limit = std::min(most, closed_geodesic_limit(shape, start) * (1 - 1e-12));
  Watched watched{event_at(0)};
  double low = 0;
  GeodesicStatus status = most <= limit ? GeodesicStatus::no_hit : GeodesicStatus::left_surface;
  for (int i = 0; low < limit; ++i) {
    if (i == 20 * options.most_steps) {
      status = GeodesicStatus::not_converged;
      break;
    }
    const GeodesicPoint here = closed_geodesic_point(shape, start, low);
    const double bend = std::hypot(here.curvature, here.torsion);
    const double wanted = std::min(most / 64, bend > 0 ? 0.1 / bend : most);
    const double stretch = std::min(wanted, limit - low);
    const auto ahead = [&](double x) { return event_at(low + x); };
    if (const auto hit = first_change(watched, stretch, 1, ahead, ahead)) {
      Geodesic result = closed_geodesic(shape, start, low + *hit);
      result.residual = size_of(event_at(low + *hit));
      return result;
    }
    low = stretch < wanted ? limit : low + stretch;
  }
  Geodesic result = closed_geodesic(shape, start, low);
  result.status = status;
  result.residual = size_of(event_at(low));
  return result;
}

}  // namespace

Geodesic shoot_geodesic_until(const Shape& shape, const Vector3d& from, const Vector3d& direction,
                              const GeodesicEvent& event, double most_length,
                              const GeodesicOptions& options) {
  const GeodesicStart start = geodesic_start(shape, from, direction);
  return has_closed_geodesics(shape) ? closed_until(shape, start, event, most_length, options)
                                     : integrated_until(shape, start, event, most_length, options);
}

Geodesic integrate_geodesic_until(const Shape& shape, const Vector3d& from,
                                  const Vector3d& direction, const GeodesicEvent& event,
                                  double most_length, const GeodesicOptions& options) {
  return integrated_until(shape, geodesic_start(shape, from, direction), event, most_length,
                          options);
}

Geodesic shoot_geodesic_to_plane(const Shape& shape, const Vector3d& from,
                                 const Vector3d& direction, const CuttingPlane& plane,
                                 double most_length, const GeodesicOptions& options) {
  const auto height = [&](const Vector3d& point, const Vector3d&, double) {
    return plane.normal.dot(point) - plane.offset;
  };
  return shoot_geodesic_until(shape, from, direction, height, most_length, options);
}

}  // namespace condyle::geometry
