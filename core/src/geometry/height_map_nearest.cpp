// The nearest point of a height map: best-first search over parts of patches.
#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "condyle/geometry/height_map.h"
#include "core/src/geometry/grid_lines.h"

namespace condyle::geometry {
namespace {

using Eigen::AlignedBox2d;
using Eigen::AlignedBox3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

/// A part of one patch, at least `distance` away from the query point.
struct Part {
  double distance;
  AlignedBox2d area;
  int depth;

  bool operator<(const Part& other) const { return distance > other.distance; }
};

class NearestSearch {
 public:
  /// Starts below or above the point. Only patches nearer than what a descent from there finds can
  /// hold the nearest point.
  NearestSearch(const HeightMap& map, const Vector3d& point) : map_(map), point_(point) {
    const Vector2d start = clamped(point.head<2>());
    const int i = patch_of(map.x(), start.x()), j = patch_of(map.y(), start.y());
    descend(start, map.patch_box(i, j).sizes().head<2>().norm());
    const double reach = best_distance_;
    const int last_i = patch_of(map.x(), point.x() + reach);
    const int first_j = patch_of(map.y(), point.y() - reach);
    const int last_j = patch_of(map.y(), point.y() + reach);
    for (int k = patch_of(map.x(), point.x() - reach); k <= last_i; ++k) {
      for (int l = first_j; l <= last_j; ++l) {
        const AlignedBox3d box = map.patch_box(k, l);
        const double distance = box.exteriorDistance(point);
        if (distance < reach) {
          parts_.push(
              {distance, {Vector2d(box.min().head<2>()), Vector2d(box.max().head<2>())}, 0});
        }
      }
    }
  }

  Vector2d run() {
    // With a smaller gain, parts almost as near as the best would be split endlessly.
    constexpr double k_gain = 1e-9;
    while (!parts_.empty() && parts_.top().distance < best_distance_ * (1 - k_gain)) {
      const Part part = parts_.top();
      parts_.pop();
      if (part.depth == 0 || part.depth == k_deepest) {
        descend(part.area.center(), part.area.sizes().norm());
      }
      if (part.depth < k_deepest) split(part);
    }
    return best_;
  }

 private:
  // Over 1/32 of a patch a bicubic bends so little that the descent from the centre finds the
  // part's nearest point.
  static constexpr int k_deepest = 5;

  void split(const Part& part) {
    const Vector2d low = part.area.min(), middle = part.area.center(), high = part.area.max();
    for (int corner = 0; corner < 4; ++corner) {
      const bool right = corner & 1, up = corner & 2;
      const AlignedBox2d quarter(
          Vector2d(right ? middle.x() : low.x(), up ? middle.y() : low.y()),
          Vector2d(right ? high.x() : middle.x(), up ? high.y() : middle.y()));
      const double distance = map_.bounds(quarter).exteriorDistance(point_);
      if (distance < best_distance_) parts_.push({distance, quarter, part.depth + 1});
    }
  }

  /// Newton's method for the least distance, from a place in a part of this size, within the
  /// rectangle. Falls back to the gradient direction, and halves steps that do not come nearer.
  void descend(Vector2d at, double size) {
    double distance = offer(at);
    const double rounding = 1e-16 * (size + at.norm());
    for (int i = 0; i < 30; ++i) {
      const Vector2d step = descent_step(at);
      if (!(step.norm() > rounding)) return;
      double scale = 1;
      Vector2d next = clamped(at + step);
      double next_distance = offer(next);
      for (; next_distance >= distance && scale > 1e-3; scale /= 2) {
        next = clamped(at + scale / 2 * step);
        next_distance = offer(next);
      }
      if (!(next_distance < distance)) return;
      at = next;
      distance = next_distance;
    }
  }

  Vector2d descent_step(const Vector2d& at) const {
    const Height h = map_.at(at.x(), at.y());
    const double above = h.z - point_.z();
    Vector2d slope(at.x() - point_.x() + above * h.zx, at.y() - point_.y() + above * h.zy);
    Eigen::Matrix2d bend;
    bend << 1 + h.zx * h.zx + above * h.zxx, h.zx * h.zy + above * h.zxy,
        h.zx * h.zy + above * h.zxy, 1 + h.zy * h.zy + above * h.zyy;
    // On a border against which the descent presses, only the direction along it is free.
    const bool held_x = clamped(at - slope).x() == at.x(),
               held_y = clamped(at - slope).y() == at.y();
    if (held_x) return {0, bend(1, 1) > 0 ? -slope.y() / bend(1, 1) : -slope.y()};
    if (held_y) return {bend(0, 0) > 0 ? -slope.x() / bend(0, 0) : -slope.x(), 0};
    const bool is_valley = bend(0, 0) > 0 && bend.determinant() > 0;
    return is_valley ? Vector2d(-bend.inverse() * slope) : Vector2d(-slope);
  }

  Vector2d clamped(const Vector2d& at) const {
    return {std::clamp(at.x(), map_.x()[0], map_.x()[map_.x().size() - 1]),
            std::clamp(at.y(), map_.y()[0], map_.y()[map_.y().size() - 1])};
  }

  double offer(const Vector2d& at) {
    const double z = map_.at(at.x(), at.y()).z;
    const double distance = (Vector3d(at.x(), at.y(), z) - point_).norm();
    if (distance < best_distance_) {
      best_distance_ = distance;
      best_ = at;
    }
    return distance;
  }

  const HeightMap& map_;
  const Vector3d point_;
  std::priority_queue<Part> parts_;
  Vector2d best_ = Vector2d::Zero();
  double best_distance_ = std::numeric_limits<double>::infinity();
};

}  // namespace

SurfacePoint nearest(const HeightMap& map, const Vector3d& point) {
  const Vector2d at = NearestSearch(map, point).run();
  const Height h = map.at(at.x(), at.y());
  const Vector3d on(at.x(), at.y(), h.z);
  const bool inside =
      map.covers(point.x(), point.y()) && point.z() < map.at(point.x(), point.y()).z;
  const double distance = (point - on).norm();
  return {on, Vector3d(-h.zx, -h.zy, 1).normalized(), inside ? -distance : distance};
}

}  // namespace condyle::geometry
