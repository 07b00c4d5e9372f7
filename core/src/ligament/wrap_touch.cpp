#include "core/src/ligament/wrap_touch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/src/base/checks.h"
#include "core/src/geometry/closed_forms.h"
#include "core/src/ligament/wrap_closed.h"
#include "core/src/ligament/wrap_guess.h"
#include "core/src/ligament/wrap_mesh.h"
#include "core/src/ligament/wrap_newton.h"

namespace condyle::ligament {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

/// The two ends of a path, and whether each lies on the surface.
struct Ends {
  const Vector3d &from, &to;
  WrapOptions options;
};

WrapTouch touch_of(const Arc& arc, const WrapConvergence& how) {
  return {how.converged ? WrapStatus::touching : WrapStatus::not_converged,
          {arc.start.point, arc.start.tangent, arc.length},
          arc.end.point,
          arc.end.tangent,
          how.residual};
}

double path_length(const WrapTouch& t, const Ends& ends) {
  return (t.start.point - ends.from).norm() + t.start.length + (ends.to - t.end_point).norm();
}

WrapTouch keep(const WrapTouch& t, WrapMemory& memory) {
  memory.is_known = true;
  memory.touches = t.has_geodesic();
  memory.has_arc = false;
  memory.trend.is_known = false;
  if (memory.touches) memory.start = t.start;
  return t;
}

/// The point of a segment nearest to the origin; it may be an end.
Vector3d foot_of_origin(const Vector3d& a, const Vector3d& b) {
  const Vector3d chord = b - a;
  const double u = chord.squaredNorm() > 0 ? -a.dot(chord) / chord.squaredNorm() : 0;
  return a + std::clamp(u, 0.0, 1.0) * chord;
}

bool is_clear_of_unit_ball(const Vector3d& a, const Vector3d& b) {
  const Vector3d chord = b - a;
  const double along = -a.dot(chord), square = chord.squaredNorm();
  if (!(along > 0 && along < square)) return true;
  return (a + along / square * chord).squaredNorm() >= 1;
}

/// Solves from a guess. If an end is close to the surface, its tangent point can hardly move and
/// the solve may fail; then solves as if the end lay on the surface, and again from the estimated
/// tangent point.
WrapConvergence solve_steadily(const geometry::Shape& shape, const Ends& ends,
                               const ArcStart& guess, Arc& arc) {
  constexpr double k_near = 0.03;
  const WrapConvergence how = solve_wrap(shape, ends.from, ends.to, guess, arc, ends.options);
  if (how.converged) return how;
  const geometry::SurfacePoint a = nearest(shape, ends.from), b = nearest(shape, ends.to);
  const double near = k_near * wrap_scale(shape);
  WrapOptions on_surface = ends.options;
  on_surface.from_is_on_surface = a.distance < near;
  on_surface.to_is_on_surface = b.distance < near;
  if (!on_surface.from_is_on_surface && !on_surface.to_is_on_surface) return how;
  Arc first;
  const Vector3d& from = on_surface.from_is_on_surface ? a.point : ends.from;
  const Vector3d& to = on_surface.to_is_on_surface ? b.point : ends.to;
  if (!solve_wrap(shape, from, to, guess, first, on_surface).converged) return how;
  const auto lift = [](double height, double bend) {
    return height > 0 && bend > 0 ? std::sqrt(2 * height / bend) : 0;
  };
  const double in = from == a.point ? lift(a.distance, first.start.along) : 0;
  const double out = to == b.point ? lift(b.distance, first.end.along) : 0;
  const ArcStart start = changed(shape, first, {.along = in, .stretch = -in - out});
  Arc second;
  const WrapConvergence then = solve_wrap(shape, ends.from, ends.to, start, second, ends.options);
  if (!then.converged) return how;
  arc = second;
  return then;
}

// --- ellipsoid ---

/// Solves from a guess. Returns nothing if this fails, if the path comes out free, or if it is not
/// a shortest path (unless `any_path`).
std::optional<WrapTouch> solved(const geometry::Shape& shape, const Ends& ends,
                                const ArcStart& guess, bool any_path) {
  Arc arc;
  const WrapConvergence how = solve_steadily(shape, ends, guess, arc);
  if (!how.converged || !(arc.length > 0)) return std::nullopt;
  if (!any_path && !(sideways_lever(arc, ends.from, ends.to) > 0)) return std::nullopt;
  return touch_of(arc, how);
}

/// Continues from the geodesic in the memory. Returns false if this fails or does not give a
/// shortest path.
bool follow(const geometry::Shape& shape, const Ends& ends, bool any_path, WrapMemory& memory,
            WrapTouch& result) {
  WrapConvergence how;
  if (memory.has_arc) {
    how = continue_wrap(shape, ends.from, ends.to, memory.arc, memory.trend, ends.options);
  }
  if (!how.converged) {
    memory.trend.is_known = false;
    how = solve_steadily(shape, ends, memory.start, memory.arc);
  }
  const bool is_shortest = any_path || sideways_lever(memory.arc, ends.from, ends.to) > 0;
  if (!how.converged || !(memory.arc.length > 0) || !is_shortest) return false;
  result = touch_of(memory.arc, how);
  memory.start = result.start;
  memory.has_arc = true;
  return true;
}

/// Follows the path while a ball grows into the ellipsoid and the ends move with it.
std::optional<WrapTouch> grown(const geometry::Ellipsoid& ellipsoid, const Ends& ends, double tilt,
                               const Vector3d& aside, bool any_path) {
  constexpr int k_steps = 24;
  const Vector3d& a = ellipsoid.semi_axes;
  const double mean = std::cbrt(a.prod());
  std::optional<WrapTouch> t;
  geometry::Ellipsoid before{Vector3d::Constant(mean)};
  for (int i = 0; i <= k_steps; ++i) {
    const double share = static_cast<double>(i) / k_steps;
    const geometry::Ellipsoid now{mean * (a / mean).array().pow(share).matrix()};
    const Vector3d to_now = now.semi_axes.cwiseQuotient(a);
    const Vector3d from_here = to_now.cwiseProduct(ends.from);
    const Vector3d to_here = to_now.cwiseProduct(ends.to);
    std::optional<ArcStart> guess;
    if (i == 0) {
      const auto section = ellipsoid_section(now, from_here, to_here, tilt, aside);
      if (section) guess = section->start;
    } else {
      const Vector3d stretch = now.semi_axes.cwiseQuotient(before.semi_axes);
      guess = arc_start_near(now, stretch.cwiseProduct(t->start.point),
                             stretch.cwiseProduct(t->start.tangent), t->start.length);
    }
    if (!guess) return std::nullopt;
    t = solved(now, {from_here, to_here, ends.options}, *guess, any_path || i < k_steps);
    if (!t) return std::nullopt;
    before = now;
  }
  return t;
}

/// Direction of the middle of a wrap, in the image in which the ellipsoid is the unit ball.
Vector3d middle_of(const WrapTouch& t, const Vector3d& scale) {
  return (t.start.point + t.end_point).cwiseQuotient(scale).normalized();
}

/// Tries several first guesses. Chooses the wrap closest to the known direction, or else the
/// shortest.
WrapTouch begin_on_ellipsoid(const geometry::Ellipsoid& ellipsoid, const Ends& ends, bool long_way,
                             const Vector3d& known) {
  const bool is_known = known.squaredNorm() > 0;
  std::array<double, 8> tilts{0, pi / 3, -pi / 3};
  int count = 3;
  if (long_way) {
    tilts[0] = pi;
    count = 1;
  } else if (is_known) {
    const double tilt = tilt_towards(ellipsoid, ends.from, ends.to, known);
    for (const double more : {0.0, 0.3, -0.3, 0.6, -0.6}) tilts[count++] = tilt + more;
  }
  std::optional<WrapTouch> best;
  const auto rank = [&](const WrapTouch& w) {
    return is_known ? -middle_of(w, ellipsoid.semi_axes).dot(known) : path_length(w, ends);
  };
  const auto consider = [&](const std::optional<WrapTouch>& t) {
    if (t && (!best || rank(*t) < rank(*best))) best = t;
  };
  for (int i = 0; i < count; ++i) {
    const auto section = ellipsoid_section(ellipsoid, ends.from, ends.to, tilts[i], known);
    if (section) consider(solved(ellipsoid, ends, section->start, long_way));
  }
  for (int i = 0; i < count && !best; ++i) {
    consider(grown(ellipsoid, ends, tilts[i], known, long_way));
  }
  if (best) return *best;
  // No solve succeeded: fall back on a plane section.
  WrapTouch result;
  const auto section = ellipsoid_section(ellipsoid, ends.from, ends.to, tilts[0], known);
  if (!section) return result;
  constexpr double k_unknown = 1;  // not a geodesic, and its distance from one is unknown
  return {WrapStatus::not_converged, section->start, section->end_point, section->end_tangent,
          k_unknown};
}

WrapTouch touch_ellipsoid(const geometry::Shape& shape, const geometry::Ellipsoid& ellipsoid,
                          const std::optional<Vector3d>& side, const Vector3d& from,
                          const Vector3d& to, WrapMemory& memory) {
  const Vector3d& scale = ellipsoid.semi_axes;
  const Vector3d a = from.cwiseQuotient(scale), b = to.cwiseQuotient(scale);
  const double height_a = a.norm() - 1, height_b = b.norm() - 1;
  if (height_a < -k_on_surface || height_b < -k_on_surface) {
    return touch_inside(memory);
  }
  WrapOptions options;
  options.from_is_on_surface = height_a < k_on_surface;
  options.to_is_on_surface = height_b < k_on_surface;
  const Ends ends{from, to, options};
  WrapTouch result;
  if (memory.touches && follow(shape, ends, side.has_value(), memory, result)) {
    memory.middle_S = middle_of(result, scale);
    return result;
  }
  bool long_way = false;
  if (side) {
    const Vector3d known = memory.is_known ? memory.middle_S : *side;
    const Vector3d middle = (a.normalized() + b.normalized()).normalized();
    long_way = middle.dot(known) < 0;
    memory.middle_S = long_way ? Vector3d(-middle) : middle;
  }
  if (!long_way && is_clear_of_unit_ball(a, b)) {
    if (!side) memory.middle_S = foot_of_origin(a, b).normalized();
    return keep({}, memory);
  }
  const WrapTouch t = begin_on_ellipsoid(ellipsoid, ends, long_way, memory.middle_S);
  if (!side && t.has_geodesic()) memory.middle_S = middle_of(t, scale);
  return keep(t, memory);
}

// --- other shapes ---

bool hits(const geometry::Shape& shape, const Vector3d& from, const Vector3d& to) {
  constexpr double k_edge = 1e-9;
  const Vector3d chord = to - from;
  if (!(chord.norm() > 0)) return false;
  const auto crossing = first_ray_crossing(shape, from + k_edge * chord, chord);
  return crossing && crossing->distance < 1 - 2 * k_edge;
}

/// Whether the segment crosses the plane of the torus outside the ring's centre line, and so not
/// through the hole.
bool misses_hole(const geometry::Torus& torus, const Vector3d& from, const Vector3d& to) {
  if (!(from.z() * to.z() < 0)) return false;
  const Vector3d at = from + from.z() / (from.z() - to.z()) * (to - from);
  return at.head<2>().norm() > torus.major_radius;
}

WrapTouch touch_any(const geometry::Shape& shape, const std::optional<Vector3d>& side,
                    const Vector3d& from, const Vector3d& to, WrapMemory& memory) {
  const double scale = wrap_scale(shape);
  const double height_a = nearest(shape, from).distance, height_b = nearest(shape, to).distance;
  if (height_a < -k_on_surface * scale || height_b < -k_on_surface * scale) {
    return touch_inside(memory);
  }
  WrapOptions options;
  options.from_is_on_surface = height_a < k_on_surface * scale;
  options.to_is_on_surface = height_b < k_on_surface * scale;
  const Ends ends{from, to, options};
  WrapTouch result;
  if (memory.touches && follow(shape, ends, false, memory, result)) return result;
  if (is_clear(shape, from, to)) return keep({}, memory);
  const auto* torus = std::get_if<geometry::Torus>(&shape);
  const std::optional<ArcStart> guess =
      torus ? torus_guess(*torus, side, from, to) : chain_guess(shape, from, to);
  if (!guess) return keep({}, memory);
  Arc arc;
  const WrapConvergence how = solve_steadily(shape, ends, *guess, arc);
  if (how.converged && !(arc.length > 0)) return keep({}, memory);
  return keep(touch_of(arc, how), memory);
}

}  // namespace

bool is_clear(const geometry::Shape& shape, const Vector3d& from, const Vector3d& to) {
  if (const auto* ellipsoid = std::get_if<geometry::Ellipsoid>(&shape)) {
    const Vector3d& scale = ellipsoid->semi_axes;
    return is_clear_of_unit_ball(from.cwiseQuotient(scale), to.cwiseQuotient(scale));
  }
  if (const auto* torus = std::get_if<geometry::Torus>(&shape)) {
    if (misses_hole(*torus, from, to)) return false;
  }
  return !hits(shape, from, to);
}

WrapTouch touch(const geometry::Shape& shape, const std::optional<Vector3d>& side,
                const Vector3d& from, const Vector3d& to, WrapMemory& memory) {
  CONDYLE_ASSERT(can_be_wrapped(shape));
  if (const auto* ellipsoid = std::get_if<geometry::Ellipsoid>(&shape)) {
    return touch_ellipsoid(shape, *ellipsoid, side, from, to, memory);
  }
  if (const auto* sphere = std::get_if<geometry::Sphere>(&shape)) {
    return touch_sphere(*sphere, side, from, to, memory);
  }
  if (const auto* cylinder = std::get_if<geometry::Cylinder>(&shape)) {
    return touch_cylinder(cylinder->radius, cylinder->half_length, side, from, to, memory);
  }
  if (const auto* cylinder = std::get_if<geometry::InfiniteCylinder>(&shape)) {
    return touch_cylinder(cylinder->radius, std::numeric_limits<double>::infinity(), side, from, to,
                          memory);
  }
  if (const auto* solid = std::get_if<geometry::MeshSolid>(&shape)) {
    return touch_mesh(*solid, side, from, to, memory);
  }
  return touch_any(shape, side, from, to, memory);
}

}  // namespace condyle::ligament
