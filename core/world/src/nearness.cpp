#include "core/world/src/nearness.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace condyle {
namespace {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

/// Largest displacement of a point at `distance` [m] from the axis in a turn by the angle `turn`
/// [rad].
double chord(double distance, double turn) {
  return 2 * distance * std::sin(std::min(turn, std::numbers::pi) / 2);
}

bool boxes_meet(const SurfaceMotion& a, const SurfaceMotion& b, const Vector3d& shift_b,
                double reach) {
  const Vector3d zero = Vector3d::Zero();
  const double wide = reach + a.box_turn + b.box_turn;
  const Vector3d low = b.box_W.min() + shift_b.cwiseMin(zero) - Vector3d::Constant(wide);
  const Vector3d high = b.box_W.max() + shift_b.cwiseMax(zero) + Vector3d::Constant(wide);
  return (low.array() <= a.box_W.max().array()).all() &&
         (high.array() >= a.box_W.min().array()).all();
}

bool spheres_meet(const SurfaceMotion& a, const SurfaceMotion& b, const Vector3d& shift_b,
                  double reach) {
  const Vector3d apart = b.centre_W - a.centre_W;
  const double square = shift_b.squaredNorm();
  const double nearest = square > 0 ? std::clamp(-apart.dot(shift_b) / square, 0.0, 1.0) : 0.0;
  const double sum = reach + a.radius + b.radius + a.centre_turn + b.centre_turn;
  return (apart + nearest * shift_b).squaredNorm() <= sum * sum;
}

bool raise_by_contact(BodyMotion& body, double far) {
  if (!body.is_dynamic || body.by_contact >= far) return false;
  body.by_contact = far;
  return true;
}

/// How far a hit by `other` may move a body in addition to its own motion [m], if their surfaces
/// are `gap` [m] apart at the start: see allow_for_collision().
double displacement_by_collision(const BodyMotion& other, double relative, double pushed,
                                 double gap) {
  const double left = relative + other.by_contact + pushed - gap;
  return std::min(std::max(2 * relative, other.by_contact), 2 * std::max(0.0, left));
}

/// Lower bound on the distance of two surfaces at the start of the substep [m].
double start_gap(const SurfaceMotion& a, const SurfaceMotion& b) {
  if (a.is_half_space && !b.is_endless) return start_gap(b, a);
  const Vector3d apart = b.centre_W - a.centre_W;
  const bool turns = b.centre_turn > 0;
  if (b.is_half_space && !a.is_endless && !turns) return -b.normal_W.dot(apart) - a.radius;
  if (a.is_endless || b.is_endless) return 0;
  const Vector3d between = (b.box_W.min() - a.box_W.max()).cwiseMax(a.box_W.min() - b.box_W.max());
  return std::max(between.maxCoeff(), apart.norm() - a.radius - b.radius);
}

/// Whether the surface `a` meets the half space `b`; `shift_a` is the displacement of `a` relative
/// to `b`.
bool meets_half_space(const SurfaceMotion& a, const SurfaceMotion& b, const Vector3d& shift_a,
                      double reach) {
  const double start = b.normal_W.dot(a.centre_W - b.centre_W);
  const double end = start + b.normal_W.dot(shift_a);
  const bool turns = b.centre_turn > 0;  // an unbounded surface that turns sweeps over everything
  return turns || std::min(start, end) <= reach + a.radius + a.centre_turn;
}

}  // namespace

Extent extent_of(const AlignedBox3d& box) {
  Extent extent;
  extent.box = box;
  if (box.isEmpty()) return extent;
  extent.centre = box.center();
  extent.radius = box.diagonal().norm() / 2;
  return extent;
}

Extent extent_of(const ContactSurface& surface) {
  Extent extent = extent_of(bounding_box(surface.mesh()));
  if (const geometry::Shape* shape = surface.shape()) {
    const AlignedBox3d box = bounding_box(*shape);
    extent.is_endless = !box.sizes().allFinite();
    extent.is_half_space = std::holds_alternative<geometry::HalfSpace>(*shape);
    if (extent.is_endless) return extent;
    extent.box.extend(box);
    const geometry::BoundingSphere sphere = bounding_sphere(*shape);
    extent.centre = sphere.centre;
    extent.radius = sphere.radius;
  } else {
    extent.radius = 0;
  }
  for (const Vector3d& vertex : surface.mesh().vertices)
    extent.radius = std::max(extent.radius, (vertex - extent.centre).norm());
  return extent;
}

SurfaceMotion motion_of(const Extent& extent, const Pose& X_BS, const BodyMotion& body) {
  SurfaceMotion motion;
  const Pose X_WS = body.X_WB * X_BS;
  motion.is_endless = extent.is_endless;
  motion.is_half_space = extent.is_half_space;
  motion.centre_W = X_WS * extent.centre;
  motion.centre_turn = chord((X_BS * extent.centre).norm(), body.turn);
  if (extent.is_endless) {
    motion.normal_W = X_WS.linear().col(2);
    motion.centre_turn = body.turn;
    return motion;
  }
  motion.radius = extent.radius;
  motion.box_turn = chord((X_BS * extent.centre).norm() + extent.radius, body.turn);
  const Vector3d middle = X_WS * extent.box.center();
  const Vector3d half = X_WS.linear().cwiseAbs() * (extent.box.sizes() / 2);
  motion.box_W = {Vector3d(middle - half), Vector3d(middle + half)};
  return motion;
}

AlignedBox3d swept_box(const SurfaceMotion& surface, const BodyMotion& body) {
  const Vector3d wide = Vector3d::Constant(surface.box_turn);
  AlignedBox3d box(Vector3d(surface.box_W.min() - wide), Vector3d(surface.box_W.max() + wide));
  const AlignedBox3d end = box.translated(body.shift);
  return box.merged(end);
}

bool may_meet(const SurfaceMotion& a, const BodyMotion& body_a, const SurfaceMotion& b,
              const BodyMotion& body_b, double margin) {
  const Vector3d shift_b = body_b.shift - body_a.shift;
  const double reach =
      margin + body_a.by_forces + body_b.by_forces + body_a.by_contact + body_b.by_contact;
  if (a.is_half_space && !b.is_endless) return meets_half_space(b, a, shift_b, reach);
  if (b.is_half_space && !a.is_endless) return meets_half_space(a, b, -shift_b, reach);
  if (a.is_endless || b.is_endless) return true;
  return boxes_meet(a, b, shift_b, reach) && spheres_meet(a, b, shift_b, reach);
}

bool allow_for_collision(const SurfaceMotion& a, BodyMotion& body_a, const SurfaceMotion& b,
                         BodyMotion& body_b) {
  const double gap = start_gap(a, b);
  const double relative = (body_a.shift - body_b.shift).norm();
  const double pushed = body_a.by_forces + body_b.by_forces + a.box_turn + b.box_turn;
  const bool a_has_grown =
      raise_by_contact(body_a, displacement_by_collision(body_b, relative, pushed, gap));
  return raise_by_contact(body_b, displacement_by_collision(body_a, relative, pushed, gap)) ||
         a_has_grown;
}

bool allow_for_joint(BodyMotion& a, BodyMotion& b) {
  const double far = std::max(a.by_contact, b.by_contact);
  const bool a_has_grown = raise_by_contact(a, far);
  return raise_by_contact(b, far) || a_has_grown;
}

}  // namespace condyle
