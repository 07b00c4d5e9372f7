#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "condyle/geometry/curvature.h"
#include "condyle/geometry/geodesic.h"
#include "core/geometry/src/geodesic_curve.h"
#include "core/src/geometry/tangent_axes.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

double size_about(const Shape& shape, const Vector3d& from, const Vector3d& to) {
  const Eigen::AlignedBox3d box = bounding_box(shape);
  return box.sizes().allFinite() ? box.sizes().norm() : from.norm() + (to - from).norm();
}

/// The start's tangent, turned to the left by an angle.
Vector3d turned(const GeodesicStart& start, const Vector3d& normal, double angle) {
  return std::cos(angle) * start.tangent + std::sin(angle) * normal.cross(start.tangent);
}

Vector3d surface_point(const Shape& shape, const Vector3d& point) {
  const Vector3d normal = normal_at(shape, point);
  return geodesic_start(shape, point, tangent_axes(normal).first).point;
}

/// Whether the ends are conjugate, to rounding.
bool is_cut(const Geodesic& geodesic) {
  return geodesic.length() > 0 && std::abs(geodesic.end().rotational) <= 1e-7 * geodesic.length();
}

/// A geodesic that passes a point conjugate to its start is never the shortest, so it ranks behind
/// one that does not.
bool is_shorter(const Geodesic& a, const Geodesic& b) {
  if (a.is_locally_shortest() != b.is_locally_shortest()) return a.is_locally_shortest();
  return a.length() < b.length();
}

/// The geodesic between identical points: two points and zero length.
Geodesic point_geodesic(const Shape& shape, const GeodesicStart& start) {
  return shoot_geodesic(shape, start.point, start.tangent, 0);
}

/// Newton's method on the end point of a geodesic.
class Connection {
 public:
  Connection(const Shape& shape, const Vector3d& to, const GeodesicOptions& options, double size)
      : shape_(shape), to_(to), options_(options), size_(size) {}

  Geodesic run(GeodesicStart start, double length) {
    const Vector3d normal = normal_at(shape_, start.point);
    Geodesic best = shot(start, length);
    for (int i = 0; i < options_.most_iterations && best.residual > enough(best); ++i) {
      const Vector3d miss = to_ - best.end().point;
      const double along = miss.dot(best.end().tangent), j = best.end().rotational;
      const double across = miss.dot(best.end().binormal());
      // If the ends are nearly conjugate, the direction hardly moves the end: limit the turn.
      const double least = 1e-3 * std::max(best.length(), 1e-3 * size_);
      const double lever = std::abs(j) > least ? j : std::copysign(least, j);
      const double turn = std::clamp(across / lever, -0.5, 0.5);
      const double stretch = std::clamp(along, -0.5 * size_, 0.5 * size_);
      bool better = false;
      for (double scale = 1; scale > 1e-3 && !better; scale /= 2) {
        GeodesicStart next{start.point, turned(start, normal, scale * turn)};
        // Ends that have passed one another: a length below zero runs the other way.
        const double next_length = best.length() + scale * stretch;
        if (next_length < 0) next.tangent = -next.tangent;
        Geodesic trial = shot(next, std::abs(next_length));
        if (!(trial.residual < best.residual)) continue;
        better = true;
        start = next;
        best = std::move(trial);
      }
      if (!better) break;
    }
    finish(best);
    return best;
  }

 private:
  Geodesic shot(const GeodesicStart& start, double length) const {
    Geodesic g = shoot_geodesic(shape_, start.point, start.tangent, length, options_);
    g.residual = (g.end().point - to_).norm();
    return g;
  }

  void finish(Geodesic& g) const {
    if (g.residual <= 1e3 * enough(g)) {
      g.status = is_cut(g) ? GeodesicStatus::cut_locus : GeodesicStatus::complete;
    } else if (g.status == GeodesicStatus::complete) {
      g.status = GeodesicStatus::not_converged;
    }
  }

  /// Tolerance: rounding, and a small part of the integration error.
  double enough(const Geodesic& g) const {
    return 2e-15 * size_ + 0.01 * options_.accuracy * g.length();
  }

  const Shape& shape_;
  const Vector3d to_;
  const GeodesicOptions& options_;
  double size_;
};

/// Accuracy sufficient to distinguish one path from another.
constexpr GeodesicOptions k_coarse{.accuracy = 1e-6};

/// A first guess: a shot of a fan from the start, where it comes nearest to the end.
struct Guess {
  Vector3d direction;
  double length;
  double miss;
};

std::vector<Guess> fan(const Shape& shape, const GeodesicStart& start, const Vector3d& to,
                       double reach) {
  constexpr int k_directions = 48;
  const Vector3d normal = normal_at(shape, start.point);
  std::vector<Guess> guesses;
  for (int i = 0; i < k_directions; ++i) {
    const Vector3d direction = turned(start, normal, 2 * pi * i / k_directions);
    const Geodesic g = shoot_geodesic(shape, start.point, direction, reach, k_coarse);
    // In each interval between points that passes the end, project the end onto the chord.
    for (std::size_t k = 0; k + 1 < g.points.size(); ++k) {
      const GeodesicPoint &a = g.points[k], &b = g.points[k + 1];
      const double before = (to - a.point).dot(a.tangent), after = (to - b.point).dot(b.tangent);
      if (before < 0 || after > 0) continue;
      const double part = before - after > 0 ? before / (before - after) : 0;
      const Vector3d middle = (1 - part) * a.point + part * b.point;
      guesses.push_back({direction, a.length + part * (b.length - a.length), (to - middle).norm()});
    }
  }
  // The length of the guess plus its miss estimates the length of the true path.
  std::sort(guesses.begin(), guesses.end(),
            [](const Guess& a, const Guess& b) { return a.length + a.miss < b.length + b.miss; });
  return guesses;
}

Geodesic shortest_closed(const Shape& shape, const Vector3d& from, const Vector3d& to) {
  const ClosedConnection c = closed_connection(shape, from, to);
  Geodesic result = shoot_geodesic(shape, from, c.direction, c.length);
  result.residual = (result.end().point - to).norm();
  if (!c.unique && result.status == GeodesicStatus::complete) {
    result.status = GeodesicStatus::cut_locus;
  }
  return result;
}

Vector3d direction_towards(const Shape& shape, const Vector3d& from, const Vector3d& to) {
  const Vector3d normal = normal_at(shape, from), chord = to - from;
  const Vector3d tangent = chord - normal.dot(chord) * normal;
  return tangent.norm() > 1e-9 * chord.norm() ? Vector3d(tangent.normalized())
                                              : tangent_axes(normal).first;
}

}  // namespace

Geodesic geodesic_near(const Shape& shape, const Vector3d& from, const Vector3d& to,
                       const Vector3d& direction, double length, const GeodesicOptions& options) {
  const GeodesicStart start = geodesic_start(shape, from, direction);
  const Vector3d end = surface_point(shape, to);
  return Connection(shape, end, options, size_about(shape, start.point, end)).run(start, length);
}

Geodesic shortest_geodesic(const Shape& shape, const Vector3d& from, const Vector3d& to,
                           const GeodesicOptions& options) {
  const Vector3d first = surface_point(shape, from), last = surface_point(shape, to);
  if (has_closed_geodesics(shape)) return shortest_closed(shape, first, last);
  const GeodesicStart start = geodesic_start(shape, first, direction_towards(shape, first, last));
  const double size = size_about(shape, first, last), chord = (last - first).norm();
  if (chord <= 1e-15 * size) return point_geodesic(shape, start);

  const auto arrives = [](const Geodesic& g) {
    return g.status == GeodesicStatus::complete || g.status == GeodesicStatus::cut_locus;
  };
  Connection fine(shape, last, options, size), coarse(shape, last, k_coarse, size);
  Geodesic best = coarse.run(start, chord);
  // No path is shorter than the chord, so a result that hardly exceeds the chord needs no search.
  if (!arrives(best) || best.length() > chord * (1 + 1e-4)) {
    for (const Guess& guess : fan(shape, start, last, 1.5 * size)) {
      // A path that starts like this guess is hardly shorter than guess.length - guess.miss.
      if (arrives(best) && guess.length - guess.miss > best.length()) continue;
      Geodesic trial = coarse.run({first, guess.direction}, guess.length);
      const bool replaces = arrives(trial) ? !arrives(best) || is_shorter(trial, best)
                                           : !arrives(best) && trial.residual < best.residual;
      if (replaces) best = std::move(trial);
    }
  }
  return fine.run({best.start().point, best.start().tangent}, best.length());
}

Geodesic continued_geodesic(const Shape& shape, const Vector3d& from, const Vector3d& to,
                            const Geodesic& before, const GeodesicOptions& options) {
  return geodesic_near(shape, from, to, before.start().tangent, before.length(), options);
}

SplitError split_geodesic_error(const Shape& shape, const Vector3d& from, const Vector3d& to,
                                const Vector3d& direction_from, const Vector3d& direction_to,
                                const GeodesicOptions& options) {
  const Vector3d normal = (to - from).normalized();
  const CuttingPlane halfway{normal, normal.dot(0.5 * (from + to))};
  const double most = 3 * size_about(shape, from, to);
  const Geodesic there =
      shoot_geodesic_to_plane(shape, from, direction_from, halfway, most, options);
  const Geodesic back = shoot_geodesic_to_plane(shape, to, direction_to, halfway, most, options);
  SplitError error;
  error.both_hit =
      there.status == GeodesicStatus::complete && back.status == GeodesicStatus::complete;
  const GeodesicPoint &a = there.end(), &b = back.end();
  error.gap = a.binormal().dot(b.point - a.point);
  error.angle = std::atan2(a.binormal().dot(-b.tangent), a.tangent.dot(-b.tangent));
  return error;
}

Geodesic split_geodesic(const Shape& shape, const Vector3d& from, const Vector3d& to,
                        const Vector3d& direction_from, const Vector3d& direction_to,
                        const GeodesicOptions& options) {
  GeodesicStart p = geodesic_start(shape, from, direction_from);
  GeodesicStart q = geodesic_start(shape, to, direction_to);
  const Vector3d normal_p = normal_at(shape, p.point), normal_q = normal_at(shape, q.point);
  const double size = size_about(shape, p.point, q.point);
  const auto error_at = [&](double turn_p, double turn_q) {
    const SplitError e = split_geodesic_error(shape, p.point, q.point, turned(p, normal_p, turn_p),
                                              turned(q, normal_q, turn_q), options);
    const double infinity = std::numeric_limits<double>::infinity();
    return e.both_hit ? Eigen::Vector2d(e.gap, size * e.angle)
                      : Eigen::Vector2d(infinity, infinity);
  };
  Eigen::Vector2d turn = Eigen::Vector2d::Zero(), error = error_at(0, 0);
  for (int i = 0; i < options.most_iterations && error.norm() > 1e-13 * size; ++i) {
    constexpr double k_step = 1e-6;
    Eigen::Matrix2d slope;
    slope.col(0) = (error_at(turn[0] + k_step, turn[1]) - error) / k_step;
    slope.col(1) = (error_at(turn[0], turn[1] + k_step) - error) / k_step;
    const Eigen::Vector2d step = slope.inverse() * -error;
    if (!step.allFinite()) break;
    bool better = false;
    for (double scale = std::min(1.0, 0.5 / step.norm()); scale > 1e-4 && !better; scale /= 2) {
      const Eigen::Vector2d next = turn + scale * step;
      const Eigen::Vector2d there = error_at(next[0], next[1]);
      if (!(there.norm() < error.norm())) continue;
      better = true;
      turn = next;
      error = there;
    }
    if (!better) break;
  }
  // Join the two halves into one shot.
  const Vector3d normal = (q.point - p.point).normalized();
  const CuttingPlane halfway{normal, normal.dot(0.5 * (p.point + q.point))};
  const Geodesic there = shoot_geodesic_to_plane(shape, p.point, turned(p, normal_p, turn[0]),
                                                 halfway, 3 * size, options);
  const Geodesic back = shoot_geodesic_to_plane(shape, q.point, turned(q, normal_q, turn[1]),
                                                halfway, 3 * size, options);
  Geodesic result = shoot_geodesic(shape, p.point, turned(p, normal_p, turn[0]),
                                   there.length() + back.length(), options);
  result.residual = (result.end().point - q.point).norm();
  const bool arrives = error.norm() <= 1e-9 * size && result.residual <= 1e-8 * size;
  if (!arrives && result.status == GeodesicStatus::complete) {
    result.status = GeodesicStatus::not_converged;
  }
  if (arrives && is_cut(result)) result.status = GeodesicStatus::cut_locus;
  return result;
}

}  // namespace condyle::geometry
