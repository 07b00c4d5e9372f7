#include "core/src/ligament/wrap_guess.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/src/geometry/closed_forms.h"
#include "core/src/geometry/height_map_search.h"
#include "core/src/ligament/wrap_closed.h"

namespace condyle::ligament {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using std::numbers::pi;

/// The positive nodes of the eight-point Gauss-Legendre rule on (-1, 1), and their weights.
constexpr std::array<double, 4> k_nodes{0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                        0.9602898564975363};
constexpr std::array<double, 4> k_weights{0.3626837833783620, 0.3137066458778873,
                                          0.2223810344533745, 0.1012285362903763};

/// An arc of a circle in space.
struct CircleArc {
  /// The arc starts at middle + first and runs along `ahead`; `first` and `ahead` are as long as
  /// the radius.
  Vector3d middle, first, ahead;
  double angle;
};

double image_length(const CircleArc& arc, const Vector3d& scale) {
  double sum = 0;
  for (int k = 0; k < 4; ++k) {
    for (const double sign : {-1.0, 1.0}) {
      const double u = 0.5 * arc.angle * (1 + sign * k_nodes[k]);
      const Vector3d rate = std::cos(u) * arc.ahead - std::sin(u) * arc.first;
      sum += k_weights[k] * scale.cwiseProduct(rate).norm();
    }
  }
  return 0.5 * arc.angle * sum;
}

/// The wrap around a circle of this radius about the origin of a plane, from a to b on the side of
/// +y.
struct Round {
  Vector2d first, last;
  double angle;
};
Round round_circle(const Vector2d& a, const Vector2d& b, double radius) {
  const auto over = [radius](const Vector2d& p) {
    const double d = p.norm();
    return Vector2d(std::min(1.0, radius / d),
                    std::sqrt(std::max(0.0, (d - radius) * (d + radius))) / d);
  };
  // On the side of +y, from -x to +x, the path turns right.
  const Vector2d at_a = over(a), at_b = over(b), unit_a = a.normalized(), unit_b = b.normalized();
  const Vector2d right_a(unit_a.y(), -unit_a.x()), right_b(unit_b.y(), -unit_b.x());
  const Vector2d P = at_a[0] * unit_a + at_a[1] * right_a, Q = at_b[0] * unit_b - at_b[1] * right_b;
  double turn = -std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b));
  if (turn < 0) turn += 2 * pi;
  const double raw = -std::atan2(P.x() * Q.y() - P.y() * Q.x(), P.dot(Q));
  const double expected = turn - 0.5 * pi;
  return {P, Q, expected + std::remainder(raw - expected, 2 * pi)};
}

/// The line through both ends in the image in which the ellipsoid is the unit ball: its direction
/// e, its point nearest to the centre, and the unit vector f from the centre towards that point.
struct ImageLine {
  Vector3d a, b, e, foot, f;

  ImageLine(const Vector3d& scale, const Vector3d& from, const Vector3d& to, const Vector3d& aside)
      : a(from.cwiseQuotient(scale)), b(to.cwiseQuotient(scale)) {
    e = (b - a).normalized();
    foot = a - a.dot(e) * e;
    f = foot.norm() > 1e-9 ? foot : Vector3d(aside - aside.dot(e) * e);
    f = f.norm() > 1e-9 ? Vector3d(f.normalized()) : e.unitOrthogonal();
  }
};

}  // namespace

double tilt_towards(const geometry::Ellipsoid& ellipsoid, const Vector3d& from, const Vector3d& to,
                    const Vector3d& direction) {
  const ImageLine line(ellipsoid.semi_axes, from, to, direction);
  return std::atan2(line.e.cross(line.f).dot(direction), line.f.dot(direction));
}

std::optional<WrapCurve> ellipsoid_section(const geometry::Ellipsoid& ellipsoid,
                                           const Vector3d& from, const Vector3d& to, double tilt,
                                           const Vector3d& aside) {
  const Vector3d& scale = ellipsoid.semi_axes;
  const ImageLine line(scale, from, to, aside);
  const Vector3d f = std::cos(tilt) * line.f + std::sin(tilt) * line.e.cross(line.f);
  const Vector3d normal = line.e.cross(f);
  const double height = normal.dot(line.foot);
  if (!(height * height < 1)) return std::nullopt;
  const double radius = std::sqrt(1 - height * height);
  const Vector3d middle = height * normal;
  const auto flat = [&](const Vector3d& p) {
    return Vector2d((p - middle).dot(line.e), (p - middle).dot(f));
  };
  const Round round = round_circle(flat(line.a), flat(line.b), radius);
  if (!(round.angle > 0)) return std::nullopt;
  const auto out = [&](const Vector2d& p) {
    return Vector3d(radius * (p.x() * line.e + p.y() * f));
  };
  const auto ahead = [&](const Vector2d& p) {
    return Vector3d(radius * (p.y() * line.e - p.x() * f));
  };
  const CircleArc arc{middle, out(round.first), ahead(round.first), round.angle};
  const auto at = [&](const Vector2d& p, double length) {
    return arc_start_near(ellipsoid, scale.cwiseProduct(middle + out(p)),
                          scale.cwiseProduct(ahead(p)), length);
  };
  const ArcStart end = at(round.last, 0);
  return WrapCurve{at(round.first, image_length(arc, scale)), end.point, end.tangent};
}

namespace {

/// Angle about the axis at which the path over the inner equator is shortest, by sampling and then
/// by ternary search.
double ring_angle(const geometry::Torus& torus, const std::optional<Vector3d>& side,
                  const Vector3d& from, const Vector3d& to) {
  const double inner = torus.major_radius - torus.minor_radius;
  const auto length = [&](double u) {
    const Vector3d at(inner * std::cos(u), inner * std::sin(u), 0);
    const bool is_off = side && side->dot(at) < 0;
    return (at - from).norm() + (to - at).norm() + (is_off ? 1e3 * torus.major_radius : 0);
  };
  constexpr int k_samples = 64;
  constexpr double k_step = 2 * pi / k_samples;
  double best = 0;
  for (int i = 1; i < k_samples; ++i) {
    if (length(k_step * i) < length(best)) best = k_step * i;
  }
  double low = best - k_step, high = best + k_step;
  for (int i = 0; i < 40; ++i) {
    const double left = low + (high - low) / 3, right = high - (high - low) / 3;
    (length(left) < length(right) ? high : low) = length(left) < length(right) ? right : left;
  }
  return 0.5 * (low + high);
}

}  // namespace

ArcStart torus_guess(const geometry::Torus& torus, const std::optional<Vector3d>& side,
                     const Vector3d& from, const Vector3d& to) {
  const double u = ring_angle(torus, side, from, to);
  // A tube T along the ring there: x towards the axis of the torus, z along the ring.
  const Vector3d radial(std::cos(u), std::sin(u), 0), around(-radial.y(), radial.x(), 0);
  Pose X_ST = Pose::Identity();
  X_ST.linear().col(0) = -radial;
  X_ST.linear().col(1) = around.cross(-radial);
  X_ST.linear().col(2) = around;
  X_ST.translation() = torus.major_radius * radial;
  const Pose X_TS = X_ST.inverse();
  WrapMemory memory;
  const Vector3d inward = Vector3d::UnitX();
  const WrapTouch tube = touch_cylinder(torus.minor_radius, std::numeric_limits<double>::infinity(),
                                        inward, X_TS * from, X_TS * to, memory);
  if (tube.status == WrapStatus::touching) {
    return arc_start_near(torus, X_ST * tube.start.point, X_ST.linear() * tube.start.tangent,
                          tube.start.length);
  }
  const Vector3d at = (torus.major_radius - torus.minor_radius) * radial;
  const Vector3d ahead = to - from;
  const Vector3d flat = ahead - radial.dot(ahead) * radial;
  return arc_start_near(torus, at, flat.norm() > 0 ? flat : Vector3d(Vector3d::UnitZ()),
                        1e-3 * torus.minor_radius);
}

namespace {

using Polyline = std::vector<Vector3d>;

Polyline refined(const Polyline& chain) {
  Polyline finer;
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    finer.push_back(chain[i]);
    finer.push_back(0.5 * (chain[i] + chain[i + 1]));
  }
  finer.push_back(chain.back());
  return finer;
}

/// Whether a point is surely outside the shape. This takes no search on a height map.
bool is_above(const geometry::Shape& shape, const Vector3d& point) {
  const auto* map = std::get_if<geometry::HeightMap>(&shape);
  return map && (!map->covers(point.x(), point.y()) || height_above(*map, point) > 0);
}

/// Moves every point to the midpoint of its neighbours, and out of the shape, until no point moves
/// much. `on_surface` tells which midpoints were inside the shape.
void shorten(const geometry::Shape& shape, Polyline& chain, std::vector<char>& on_surface,
             int sweeps) {
  constexpr double k_still = 2e-5;
  const double still = k_still * (chain.back() - chain.front()).norm();
  on_surface.assign(chain.size(), 0);
  double moved = 2 * still;
  for (int k = 0; k < sweeps && moved > still; ++k) {
    moved = 0;
    for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
      const Vector3d middle = 0.5 * (chain[i - 1] + chain[i + 1]);
      Vector3d to = middle;
      on_surface[i] = 0;
      if (!is_above(shape, middle)) {
        const geometry::SurfacePoint foot = nearest(shape, middle);
        on_surface[i] = foot.distance <= 0;
        if (on_surface[i]) to = foot.point;
      }
      moved = std::max(moved, (to - chain[i]).norm());
      chain[i] = to;
    }
  }
}

}  // namespace

std::optional<ArcStart> chain_guess(const geometry::Shape& shape, const Vector3d& from,
                                    const Vector3d& to) {
  Polyline chain{from, 0.5 * (from + to), to};
  std::vector<char> on_surface;
  constexpr int k_levels = 5;
  for (int level = 0; level < k_levels; ++level) {
    shorten(shape, chain, on_surface, 20 << level);
    if (level + 1 < k_levels) chain = refined(chain);
  }
  std::size_t first = 0, last = 0;
  double length = 0;
  for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
    if (!on_surface[i]) continue;
    if (first == 0) first = i;
    if (last > 0) length += (chain[i] - chain[last]).norm();
    last = i;
  }
  if (first == 0) return std::nullopt;
  return arc_start_near(shape, chain[first], chain[first + 1] - chain[first - 1], length);
}

}  // namespace condyle::ligament
