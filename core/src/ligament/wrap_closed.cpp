#include "core/src/ligament/wrap_closed.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/src/geometry/closed_forms.h"

namespace condyle::ligament {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using std::numbers::pi;

/// An end as seen from the centre of a circle of radius R. Its tangent point lies at angle acos(R /
/// distance) from its direction.
struct Sight {
  double distance, tangent;  ///< to the centre, and to the tangent point [m]
  double along, rise;        ///< cosine and sine of the angle between these directions
};

Sight sight(double distance, double R) {
  const double beyond = std::max(0.0, (distance - R) * (distance + R));
  const double tangent = std::sqrt(beyond);
  return {distance, tangent, std::min(1.0, R / distance), tangent / distance};
}

/// Angle from direction p to direction q, positive to the left.
double angle(const Vector2d& p, const Vector2d& q) {
  return std::atan2(p.x() * q.y() - p.y() * q.x(), p.dot(q));
}

/// `raw` plus the number of whole turns that brings it closest to `expected`.
double with_turns(double raw, double expected) {
  return expected + std::remainder(raw - expected, 2 * pi);
}

/// The wrapped angle between the tangent points, given the total `turn` > 0 between the ends: it is
/// smaller than `turn` by less than half a turn.
double wrapped_angle(double raw, double turn) { return with_turns(raw, turn - 0.5 * pi); }

bool is_inside(double distance, double R) { return distance < R * (1 - k_on_surface); }

Vector2d left_of(const Vector2d& v) { return {-v.y(), v.x()}; }

/// The turn from one end to the other about a cylinder's axis, continued from the previous turn.
double tracked_turn(const Vector2d& a, const Vector2d& b, const std::optional<Vector3d>& side,
                    const WrapMemory& memory) {
  const double turn = angle(a, b);
  if (memory.is_known) return with_turns(turn, memory.turn);
  if (!side) return turn;
  const Vector2d middle = std::cos(turn / 2) * a + std::sin(turn / 2) * left_of(a);
  return middle.dot(side->head<2>()) >= 0 ? turn : turn - std::copysign(2 * pi, turn);
}

}  // namespace

WrapTouch touch_cylinder(double R, double half_length, const std::optional<Vector3d>& side,
                         const Vector3d& from, const Vector3d& to, WrapMemory& memory) {
  WrapTouch result;
  const double from_axis = from.head<2>().norm(), to_axis = to.head<2>().norm();
  if (is_inside(from_axis, R) || is_inside(to_axis, R)) {
    const bool beyond = std::min(std::abs(from.z()), std::abs(to.z())) > half_length;
    result.status = beyond ? WrapStatus::free : WrapStatus::end_inside;
    memory = {};
    return result;
  }
  const Vector2d a = from.head<2>() / from_axis, b = to.head<2>() / to_axis;
  memory.turn = tracked_turn(a, b, side, memory);
  memory.is_known = true;
  memory.touches = false;
  const double s = std::copysign(1, memory.turn), turn = std::abs(memory.turn);
  const Sight at_a = sight(from_axis, R), at_b = sight(to_axis, R);
  const Vector2d P = at_a.along * a + s * at_a.rise * left_of(a);
  const Vector2d Q = at_b.along * b - s * at_b.rise * left_of(b);
  const double wrapped = wrapped_angle(s * angle(P, Q), turn);
  if (!(wrapped > 0)) return result;

  // Unrolled onto a plane, the whole path is a straight line.
  const double flat = at_a.tangent + R * wrapped + at_b.tangent, rise = to.z() - from.z();
  const double length = std::hypot(flat, rise);
  const double z_P = from.z() + rise * at_a.tangent / flat;
  const double z_Q = to.z() - rise * at_b.tangent / flat;
  if (std::min(z_P, z_Q) > half_length || std::max(z_P, z_Q) < -half_length) {
    memory = {};
    return result;
  }
  const double around = s * flat / length, up = rise / length;
  const auto tangent = [&](const Vector2d& out) {
    return Vector3d(-around * out.y(), around * out.x(), up);
  };
  result.status = WrapStatus::touching;
  result.start = {{R * P.x(), R * P.y(), z_P}, tangent(P), R * wrapped * length / flat};
  result.end_point = {R * Q.x(), R * Q.y(), z_Q};
  result.end_tangent = tangent(Q);
  memory.touches = true;
  memory.start = result.start;
  return result;
}

namespace {

/// The arc from direction a to direction b along a great circle.
struct GreatCircle {
  Vector3d ahead;   ///< unit tangent at a
  Vector3d middle;  ///< unit vector to the middle of the arc
  double turn;      ///< in [0, 2 pi]
};

/// The unit vector perpendicular to a that is closest to `wanted`; any perpendicular if `wanted` is
/// along a.
Vector3d across(const Vector3d& a, const Vector3d& wanted) {
  const Vector3d rest = wanted - a.dot(wanted) * a;
  return rest.norm() > 1e-6 ? Vector3d(rest.normalized()) : a.unitOrthogonal();
}

GreatCircle great_circle(const Vector3d& a, const Vector3d& b, const std::optional<Vector3d>& side,
                         const WrapMemory& memory) {
  const Vector3d rest = b - a.dot(b) * a;
  const double sine = rest.norm(), turn = std::atan2(sine, a.dot(b));
  const Vector3d known = memory.is_known ? memory.middle_S : side.value_or(Vector3d::Zero());
  const Vector3d ahead = sine > 1e-9 ? Vector3d(rest / sine) : across(a, known);
  const Vector3d middle = std::cos(turn / 2) * a + std::sin(turn / 2) * ahead;
  if (side && middle.dot(known) < 0) return {-ahead, -middle, 2 * pi - turn};
  return {ahead, middle, turn};
}

}  // namespace

WrapTouch touch_sphere(const geometry::Sphere& sphere, const std::optional<Vector3d>& side,
                       const Vector3d& from, const Vector3d& to, WrapMemory& memory) {
  const double R = sphere.radius;
  const Sight at_a = sight(from.norm(), R), at_b = sight(to.norm(), R);
  if (is_inside(at_a.distance, R) || is_inside(at_b.distance, R)) return touch_inside(memory);
  const Vector3d a = from / at_a.distance, b = to / at_b.distance;
  const GreatCircle arc = great_circle(a, b, side, memory);
  memory.middle_S = arc.middle;
  memory.is_known = true;
  memory.touches = false;
  WrapTouch result;
  const double c = std::cos(arc.turn), s = std::sin(arc.turn);
  const Vector3d b_ahead = -s * a + c * arc.ahead;
  const Vector3d P = at_a.along * a + at_a.rise * arc.ahead;
  const Vector3d P_ahead = -at_a.rise * a + at_a.along * arc.ahead;
  const Vector3d Q = at_b.along * b - at_b.rise * b_ahead;
  const double wrapped = wrapped_angle(std::atan2(P_ahead.dot(Q), P.dot(Q)), arc.turn);
  if (!(wrapped > 0)) return result;
  result.status = WrapStatus::touching;
  result.start = {R * P, P_ahead, R * wrapped};
  result.end_point = R * Q;
  result.end_tangent = at_b.rise * b + at_b.along * b_ahead;
  memory.touches = true;
  memory.start = result.start;
  return result;
}

}  // namespace condyle::ligament
