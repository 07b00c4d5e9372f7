#include "core/src/geometry/difference_hull.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;

/// Index of the point with the largest absolute `measure` above `least`, or -1.
template <class Measure>
int furthest(const std::vector<DifferencePoint>& points, double least, Measure&& measure) {
  int best = -1;
  for (int k = 0; k < static_cast<int>(points.size()); ++k) {
    const double value = std::abs(measure(points[k].difference()));
    if (value > least) {
      least = value;
      best = k;
    }
  }
  return best;
}

}  // namespace

DifferenceHull::DifferenceHull(const std::vector<DifferencePoint>& points) {
  const Vector3d a = points[0].difference();
  double size = 0;
  for (const DifferencePoint& p : points) size = std::max(size, (p.difference() - a).norm());
  rounding_ = 1e-14 * size;
  const double least = 1e-9 * size;
  const int second = furthest(points, least, [&](const Vector3d& p) { return (p - a).norm(); });
  if (second < 0) return;
  const Vector3d ab = (points[second].difference() - a).normalized();
  const int third =
      furthest(points, least, [&](const Vector3d& p) { return ab.cross(p - a).norm(); });
  if (third < 0) return;
  const Vector3d normal = ab.cross(points[third].difference() - a).normalized();
  const int fourth = furthest(points, least, [&](const Vector3d& p) { return normal.dot(p - a); });
  if (fourth < 0) return;

  points_ = {points[0], points[second], points[third], points[fourth]};
  if (normal.dot(points_[3].difference() - a) > 0) std::swap(points_[1], points_[2]);
  add_face(0, 1, 2);
  add_face(0, 3, 1);
  add_face(1, 3, 2);
  add_face(2, 3, 0);
  for (const DifferencePoint& p : points) insert(p);
}

void DifferenceHull::add_face(int a, int b, int c) {
  const Vector3d p = points_[a].difference(), q = points_[b].difference(),
                 r = points_[c].difference();
  const Vector3d normal = (q - p).cross(r - p);
  const double length = normal.norm();
  // A sliver of zero area cannot be the nearest face, but keeps the hull closed.
  if (!(length > 0)) {
    faces_.push_back({{a, b, c}, Vector3d::Zero(), std::numeric_limits<double>::infinity()});
    return;
  }
  faces_.push_back({{a, b, c}, normal / length, normal.dot(p) / length});
}

const DifferenceHull::Face& DifferenceHull::nearest_face() const {
  const Face* best = nullptr;
  for (const Face& face : faces_) {
    if (face.alive && (!best || face.distance < best->distance)) best = &face;
  }
  return *best;
}

// Removes the faces that see the point and joins the border of the hole to the point.
bool DifferenceHull::insert(const DifferencePoint& point) {
  const Vector3d p = point.difference();
  std::vector<std::array<int, 2>> border;
  std::vector<std::size_t> seen;
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    const Face& face = faces_[f];
    if (!face.alive) continue;
    const Vector3d corner = points_[face.points[0]].difference();
    if (face.normal.dot(p - corner) <= rounding_) continue;
    seen.push_back(f);
    for (int k = 0; k < 3; ++k) {
      const int from = face.points[k], to = face.points[(k + 1) % 3];
      const auto twin = std::find(border.begin(), border.end(), std::array{to, from});
      if (twin != border.end()) {
        border.erase(twin);
      } else {
        border.push_back({from, to});
      }
    }
  }
  // No face sees the point, or, by rounding, all do: the hull stays unchanged.
  if (border.empty()) return false;
  for (const std::size_t f : seen) faces_[f].alive = false;
  const int added = static_cast<int>(points_.size());
  points_.push_back(point);
  for (const auto& [from, to] : border) add_face(from, to, added);
  return true;
}

DifferencePoint DifferenceHull::origin_on(const Face& face) const {
  const Vector3d foot = face.distance * face.normal;
  const Face* holder = &face;
  Vector3d weights = weights_at(face, foot);
  for (const Face& other : faces_) {
    const bool in_plane = other.alive && other.normal.dot(face.normal) > 1 - 1e-12 &&
                          other.distance - face.distance <= 1e2 * rounding_;
    if (!in_plane) continue;
    const Vector3d there = weights_at(other, foot);
    if (there.minCoeff() <= weights.minCoeff()) continue;
    holder = &other;
    weights = there;
  }
  weights = weights.cwiseMax(0);
  weights /= weights.sum();
  DifferencePoint result{Vector3d::Zero(), Vector3d::Zero()};
  for (int k = 0; k < 3; ++k) {
    result.on_a += weights[k] * points_[holder->points[k]].on_a;
    result.on_b += weights[k] * points_[holder->points[k]].on_b;
  }
  return result;
}

// Barycentric weights: they sum to 1, and all are in [0, 1] if the point is in the face.
Vector3d DifferenceHull::weights_at(const Face& face, const Vector3d& point) const {
  const Vector3d p = points_[face.points[0]].difference() - point,
                 q = points_[face.points[1]].difference() - point,
                 r = points_[face.points[2]].difference() - point;
  const Vector3d areas(face.normal.dot(q.cross(r)), face.normal.dot(r.cross(p)),
                       face.normal.dot(p.cross(q)));
  return areas / areas.sum();
}

}  // namespace condyle::geometry
