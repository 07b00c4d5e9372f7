#include "core/src/mesh/polygon_ears.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <numeric>

namespace condyle::mesh {
namespace {

using Eigen::Vector2d;

/// Twice the area of a triangle, positive if it turns left.
double turn(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

/// Rounding error of turn(): the coordinates carry a few units in the last place of the polygon's
/// size, from a file or from the turn into its plane.
double rounding_of(std::span<const Vector2d> polygon) {
  Eigen::AlignedBox2d box;
  for (const Vector2d& p : polygon) box.extend(p);
  const double size = box.sizes().maxCoeff();
  return 1e-14 * size * size;
}

struct PlaneSide {
  Vector2d a, b;
  Vector2d low() const { return a.cwiseMin(b); }
  Vector2d high() const { return a.cwiseMax(b); }
};

bool share_corner(const PlaneSide& s, const PlaneSide& t) {
  return s.a == t.a || s.a == t.b || s.b == t.a || s.b == t.b;
}

bool cross(const PlaneSide& s, const PlaneSide& t) {
  if (share_corner(s, t)) return false;
  if ((s.high().array() < t.low().array()).any() || (t.high().array() < s.low().array()).any()) {
    return false;
  }
  return turn(s.a, s.b, t.a) * turn(s.a, s.b, t.b) <= 0 &&
         turn(t.a, t.b, s.a) * turn(t.a, t.b, s.b) <= 0;
}

}  // namespace

bool is_fan(std::span<const Vector2d> polygon) {
  const Vector2d &first = polygon[0], &second = polygon[1];
  const double rounding = 0.1 * rounding_of(polygon);
  bool is_past_half = false;
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    if (!(turn(first, polygon[i - 1], polygon[i]) > rounding)) return false;
    const bool is_right_of_start = turn(first, second, polygon[i]) < 0;
    if (is_past_half && !is_right_of_start) return false;  // more than a whole turn
    is_past_half = is_right_of_start;
  }
  return true;
}

bool crosses_itself(std::span<const Vector2d> polygon) {
  std::vector<PlaneSide> sides;
  sides.reserve(polygon.size());
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    sides.push_back({polygon[i], polygon[(i + 1) % polygon.size()]});
  }
  std::ranges::sort(sides, {}, [](const PlaneSide& side) { return side.low().x(); });
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const double end = sides[i].high().x();
    for (std::size_t j = i + 1; j < sides.size() && sides[j].low().x() <= end; ++j) {
      if (cross(sides[i], sides[j])) return true;
    }
  }
  return false;
}

std::span<const std::array<int, 3>> EarCutter::cut(std::span<const Vector2d> polygon) {
  polygon_ = polygon;
  rounding_ = rounding_of(polygon);
  triangles_.clear();
  int left = static_cast<int>(polygon.size());
  before_.resize(polygon.size());
  after_.resize(polygon.size());
  std::iota(before_.begin(), before_.end(), -1);
  std::iota(after_.begin(), after_.end(), 1);
  before_.front() = left - 1;
  after_.back() = 0;

  int corner = 0, tried = 0;
  bool may_be_flat = false;  // only once there is no other ear, as rounding may leave it
  while (left > 3) {
    const int next = after_[corner];
    if (is_ear(corner, may_be_flat)) {
      triangles_.push_back({before_[corner], corner, next});
      after_[before_[corner]] = next;
      before_[next] = before_[corner];
      --left;
      tried = 0;
      may_be_flat = false;
      corner = after_[next];  // not the next: its ear would share the new side and get thin
      continue;
    }
    corner = next;
    if (++tried < left) continue;
    if (may_be_flat) return {};
    may_be_flat = true;
    tried = 0;
  }
  if (!(turn(polygon[before_[corner]], polygon[corner], polygon[after_[corner]]) >= -rounding_)) {
    return {};
  }
  triangles_.push_back({before_[corner], corner, after_[corner]});
  return triangles_;
}

/// Whether the triangle of the corner and its neighbours can be cut off. A flat one can if nothing
/// lies within it.
bool EarCutter::is_ear(int corner, bool may_be_flat) const {
  const int previous = before_[corner], next = after_[corner];
  const Vector2d &a = polygon_[previous], &b = polygon_[corner], &c = polygon_[next];
  const double area = turn(a, b, c);
  if (may_be_flat ? area < -rounding_ : area <= rounding_) return false;
  // A corner on the rim is in the way too, unless the ear is flat or nothing else is left.
  const double margin = may_be_flat ? rounding_ : -rounding_;
  const Vector2d low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
  for (int i = after_[next]; i != previous; i = after_[i]) {
    const Vector2d& p = polygon_[i];
    if (p.x() < low.x() || p.x() > high.x() || p.y() < low.y() || p.y() > high.y()) continue;
    if (p == a || p == c) continue;
    if (p == b) {
      if (hides_in(i, corner)) return false;
      continue;
    }
    if (turn(a, b, p) >= margin && turn(b, c, p) >= margin && turn(c, a, p) >= margin) return false;
  }
  return true;
}

/// Whether a corner at the same position as the ear's tip has a side that leads into the ear.
bool EarCutter::hides_in(int corner, int ear) const {
  const Vector2d &a = polygon_[before_[ear]], &b = polygon_[ear], &c = polygon_[after_[ear]];
  const auto leads_in = [&](int i) {
    return turn(a, b, polygon_[i]) > rounding_ && turn(b, c, polygon_[i]) > rounding_;
  };
  return leads_in(before_[corner]) || leads_in(after_[corner]);
}

}  // namespace condyle::mesh
