#include "core/src/contact/surface_overlay.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/src/base/pose_inverse.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/surface/surfaces_at_hit.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {
namespace {

/// A target triangle is seen edge on if the cosine between the normals is below this.
constexpr double k_edge_on = 0.02;
constexpr double k_triangles_off = 2;  // distance of the border of contact, in triangles
constexpr double k_on_side = 1e-9;     // barycentric weight up to which a corner lies on a side
constexpr std::size_t k_path = 24;     // triangles that a flood may cross to reach its cell
constexpr double k_point = 0.05;       // width of a cell over its triangle's where it ends
constexpr double k_sharp = 0.5;        // cosine between the normals at a side that is an edge
// How far triangle_below() searches on either side, over the size of the shape's mesh.
constexpr double k_search_part = 0.05;

/// What lies below a casting triangle: the prism along its normal, which widens with depth where a
/// side is hollow.
struct CastingCell {
  Eigen::Vector3d origin, normal, to_second, to_third;
  Eigen::Vector3d widening;  ///< of each weight over depth [1/m]

  /// The corner of a point of C. Its weights are linear in the point, and 0 on the cell's sides;
  /// see spread().
  OverlayCorner projected(const Eigen::Vector3d& p_C) const {
    const Eigen::Vector3d from_origin = p_C - origin;
    const double second = from_origin.dot(to_second), third = from_origin.dot(to_third);
    const double depth = -from_origin.dot(normal);
    return {Eigen::Vector3d(1 - second - third, second, third) + depth * widening, depth};
  }
};

/// The tangent of half the angle by which the normals of two triangles diverge below the side that
/// they share; 0 where they do not, or where the side is as sharp as an edge. `outward` lies in the
/// plane of the first triangle, at right angles to the side.
double half_divergence(const Eigen::Vector3d& normal, const Eigen::Vector3d& beyond,
                       const Eigen::Vector3d& outward) {
  const double cosine = normal.dot(beyond);
  return cosine < k_sharp ? 0 : std::max(-beyond.dot(outward), 0.0) / (1 + cosine);
}

CastingCell casting_cell(const ContactSurface& casting, int t) {
  const TriangleMesh& mesh = casting.mesh();
  const auto& [a, b, c] = mesh.triangles[t];
  const Eigen::Vector3d ab = mesh.vertices[b] - mesh.vertices[a];
  const Eigen::Vector3d ac = mesh.vertices[c] - mesh.vertices[a];
  const Eigen::Vector3d doubled = ab.cross(ac);
  const double area = doubled.norm();
  const Eigen::Vector3d normal = doubled / area;
  CastingCell cell{mesh.vertices[a], normal, ac.cross(normal) / area, normal.cross(ab) / area,
                   Eigen::Vector3d::Zero()};
  for (int side = 0; side < 3; ++side) {
    const int next = casting.neighbours()[t][side];
    if (next < 0) continue;
    const Eigen::Vector3d along =
        mesh.vertices[mesh.triangles[t][(side + 1) % 3]] - mesh.vertices[mesh.triangles[t][side]];
    const double length = along.norm();
    cell.widening[(side + 2) % 3] =
        half_divergence(normal, area_vector_doubled(mesh, next).normalized(),
                        along.cross(normal) / length) *
        length / area;
  }
  return cell;
}

/// The part of a polygon where a linear function, given by its values at corners, is at least 0.
template <class Value>
OverlayPolygon clipped(const OverlayPolygon& polygon, const Value& value) {
  OverlayPolygon rest;
  for (int i = 0; i < polygon.count; ++i) {
    const OverlayCorner& here = polygon.corners[i];
    const OverlayCorner& next = polygon.corners[i + 1 < polygon.count ? i + 1 : 0];
    const double a = value(here), b = value(next);
    if (a >= 0) rest.add(here);
    if ((a < 0) == (b < 0)) continue;
    const double f = a / (a - b);
    rest.add({here.weights + f * (next.weights - here.weights),
              here.depth + f * (next.depth - here.depth),
              here.on_target + f * (next.on_target - here.on_target)});
  }
  return rest;
}

/// Whether the triangle lies beyond a side of the cell.
bool is_beyond(const std::array<OverlayCorner, 3>& triangle) {
  const auto& [a, b, c] = triangle;
  return (a.weights.cwiseMax(b.weights).cwiseMax(c.weights).array() <= 0).any();
}

void clip_to_cell(OverlayPolygon& polygon) {
  for (int k = 0; k < 3; ++k) {
    const auto lies_within = [k](const OverlayCorner& corner) { return corner.weights[k] >= 0; };
    if (!std::ranges::all_of(polygon.all(), lies_within))
      polygon = clipped(polygon, [k](const OverlayCorner& c) { return c.weights[k]; });
  }
}

/// Spreads the triangle over its cell, so that the weights of each corner sum to 1. Beyond a wide
/// gap a hollow cell ends in a point; nothing is left of a polygon that comes near it.
void spread(OverlayPolygon& polygon) {
  for (int i = 0; i < polygon.count; ++i) {
    Eigen::Vector3d& weights = polygon.corners[i].weights;
    const double sum = weights.sum();
    if (sum < k_point) {
      polygon.count = 0;
      return;
    }
    weights /= sum;
  }
}

/// The part of a target triangle in a cell, with depths shifted; without corners if there is none.
OverlayPolygon part_below(const CastingCell& cell, const ContactPair& pair, int target_triangle,
                          double shift) {
  const TriangleMesh& target = pair.target().mesh();
  std::array<OverlayCorner, 3> triangle;
  for (std::size_t k = 0; k < 3; ++k) {
    const int vertex = target.triangles[target_triangle][k];
    triangle[k] = cell.projected(pair.pose() * target.vertices[vertex]);
    triangle[k].depth += shift;
    triangle[k].on_target = Eigen::Vector3d::Unit(static_cast<int>(k));
  }
  OverlayPolygon polygon;
  if (is_beyond(triangle)) return polygon;
  for (const OverlayCorner& corner : triangle) polygon.add(corner);
  clip_to_cell(polygon);
  spread(polygon);
  if (polygon.count < 3) polygon.count = 0;
  return polygon;
}

bool touches_side(const OverlayPolygon& polygon, int opposite_corner) {
  return std::ranges::any_of(polygon.all(), [=](const OverlayCorner& c) {
    return c.weights[opposite_corner] <= k_on_side;
  });
}

OverlayPolygon whole_triangle(double depth) {
  OverlayPolygon polygon;
  for (int k = 0; k < 3; ++k) polygon.add({Eigen::Vector3d::Unit(k), depth});
  return polygon;
}

OverlayPiece piece_of(int casting_triangle, int target_triangle, const OverlayPolygon& polygon) {
  const auto [least, greatest] = depth_range(polygon);
  return {casting_triangle, target_triangle, least, greatest, polygon};
}

double size_of(const TriangleMesh& mesh) {
  const Eigen::AlignedBox3d box = bounding_box(mesh);
  return box.isEmpty() ? 0 : box.diagonal().norm();
}

}  // namespace

OverlayPolygon deeper_than(double depth, const OverlayPolygon& polygon) {
  return clipped(polygon, [depth](const OverlayCorner& c) { return c.depth - depth; });
}

std::pair<double, double> depth_range(const OverlayPolygon& polygon) {
  const auto [least, greatest] = std::ranges::minmax(
      polygon.all(), {}, [](const OverlayCorner& corner) { return corner.depth; });
  return {least.depth, greatest.depth};
}

double area_part(const OverlayPolygon& polygon) {
  double doubled = 0;
  for (int i = 0; i < polygon.count; ++i) {
    const Eigen::Vector3d& a = polygon.corners[i].weights;
    const Eigen::Vector3d& b = polygon.corners[i + 1 < polygon.count ? i + 1 : 0].weights;
    doubled += a[1] * b[2] - a[2] * b[1];
  }
  return std::abs(doubled);
}

void SurfaceOverlay::make(const ContactPair& pair, OverlayExtent extent) {
  begin(pair);
  find_contacts();
  lay_over_contacts();
  if (extent == OverlayExtent::surroundings) lay_over_surroundings();
}

void SurfaceOverlay::begin(const ContactPair& pair) {
  const ContactSurface& target = pair.target();
  pair_ = &pair;
  size_ = target.shape() != nullptr ? size_of(target.mesh()) : 0;
  gap_ = 0;
  pieces_.clear();
  contacts_.clear();
  seeds_.clear();
  seen_from_.assign(target.triangle_count(), -1);
  is_laid_over_.assign(pair.casting().triangle_count(), 0);
  shifts_.assign(is_laid_over_.size(), 0);
}

/// If nodes cast, a triangle with nodes in contact starts at the hit of the first of these nodes.
void SurfaceOverlay::find_contacts() {
  const ContactSurface& casting = pair_->casting();
  const auto add = [&](int triangle, const ProximityHit& hit) {
    if (is_laid_over_[triangle]) return;
    is_laid_over_[triangle] = 1;
    contacts_.push_back(triangle);
    const int below = triangle_below(hit);
    seeds_.push_back({triangle, below, hit.proximity, shift_of(hit, below)});
  };
  if (!casting.casts_from_nodes()) {
    for (const ProximityHit& hit : pair_->result().hits)
      if (hit.proximity > 0) add(hit.casting_triangle, hit);
    return;
  }
  std::vector<const ProximityHit*> hit_of(static_cast<std::size_t>(casting.element_count()));
  for (const ProximityHit& hit : pair_->result().hits)
    if (hit.proximity > 0) hit_of[hit.casting_triangle] = &hit;
  for (int t = 0; t < casting.triangle_count(); ++t) {
    for (const int node : casting.nodes_of_triangles()[t])
      if (node >= 0 && hit_of[node] != nullptr) add(t, *hit_of[node]);
  }
}

/// The target triangle of a hit. For a shape, the triangle of its mesh below the hit along the
/// shape's normal.
int SurfaceOverlay::triangle_below(const ProximityHit& hit) const {
  const ContactSurface &casting = pair_->casting(), &target = pair_->target();
  if (target.shape() == nullptr) return hit.target_triangle;
  if (target.triangle_count() == 0) return -1;
  const Eigen::Vector3d p_T =
      inverse_of(pair_->pose()) * hit_point(casting, hit.casting_triangle, hit.proximity);
  const Eigen::Vector3d normal = normal_at(*target.shape(), p_T);
  const double away = k_search_part * size_;
  return target.tree().nearest({p_T + away * normal, -normal}, 2 * away).triangle;
}

double SurfaceOverlay::shift_of(const ProximityHit& hit, int target_triangle) const {
  // A divided triangle's proximity is the mean of its pieces, not that of its centroid.
  if (target_triangle < 0 || pair_->evaluator().divides()) return 0;
  const ContactSurface &casting = pair_->casting(), &target = pair_->target();
  const Eigen::Vector3d& normal = casting.normals()[hit.casting_triangle];
  const Eigen::Vector3d normal_T = pair_->pose().linear() * target.normals()[target_triangle];
  const double cosine = normal.dot(normal_T);
  if (std::abs(cosine) < k_edge_on) return 0;
  const Eigen::Vector3d on_target = pair_->pose() * target.centroids()[target_triangle];
  const double depth =
      (casting.centroids()[hit.casting_triangle] - on_target).dot(normal_T) / cosine;
  return hit.proximity - depth;
}

/// Whether only a small part of a divided triangle can be in contact, so that drawing it whole
/// would mislead.
bool SurfaceOverlay::touches_little(int triangle) const {
  return pair_->evaluator().divides() &&
         pair_->result().total.contact_area <
             pair_->share() * pair_->casting().areas()[triangle] / 2;
}

void SurfaceOverlay::lay_over_contacts() {
  for (const Seed& seed : seeds_) {
    const std::size_t first = pieces_.size();
    if (seed.target_triangle >= 0) flood(seed, [](const OverlayPiece&) { return true; });
    if (pieces_.size() > first || touches_little(seed.casting_triangle)) continue;
    pieces_.push_back(piece_of(seed.casting_triangle, -1, whole_triangle(seed.depth)));
  }
}

void SurfaceOverlay::lay_over_surroundings() {
  find_gap();
  const auto keeps = [this](const OverlayPiece& piece) {
    return piece.greatest_depth > -gap_ && piece.least_depth <= pair_->settings().max_proximity;
  };
  go_on(0);
  for (std::size_t i = contacts_.size(); i < seeds_.size(); ++i) {
    const Seed seed = seeds_[i];
    if (is_laid_over_[seed.casting_triangle]) continue;
    const std::size_t first = pieces_.size();
    flood(seed, keeps);
    go_on(first);
  }
}

/// Relies on the pieces of one casting triangle being consecutive.
void SurfaceOverlay::find_gap() {
  double sum = 0;
  for (std::size_t i = 0; i < pieces_.size();) {
    double least = pieces_[i].least_depth, greatest = pieces_[i].greatest_depth;
    const int c = pieces_[i].casting_triangle;
    for (; i < pieces_.size() && pieces_[i].casting_triangle == c; ++i) {
      least = std::min(least, pieces_[i].least_depth);
      greatest = std::max(greatest, pieces_[i].greatest_depth);
    }
    sum += greatest - least;
  }
  gap_ = contacts_.empty() ? 0 : k_triangles_off * sum / static_cast<double>(contacts_.size());
}

template <class Keeps>
void SurfaceOverlay::flood(const Seed& seed, const Keeps& keeps) {
  const ContactSurface& target = pair_->target();
  const int c = seed.casting_triangle;
  const CastingCell cell = casting_cell(pair_->casting(), c);
  const Eigen::Vector3d normal_T = pair_->pose().linear().transpose() * cell.normal;
  const double side = target.normals()[seed.target_triangle].dot(normal_T) < 0 ? -1 : 1;
  const std::size_t first_piece = pieces_.size();
  front_.assign(1, seed.target_triangle);
  for (std::size_t i = 0; i < front_.size(); ++i) {
    const int t = front_[i];
    if (seen_from_[t] == c) continue;
    seen_from_[t] = c;
    if (side * target.normals()[t].dot(normal_T) < k_edge_on) continue;
    const OverlayPolygon polygon = part_below(cell, *pair_, t, seed.shift);
    if (polygon.count > 0) {
      const OverlayPiece piece = piece_of(c, t, polygon);
      if (!keeps(piece)) continue;
      pieces_.push_back(piece);
    } else if (pieces_.size() > first_piece || i >= k_path) {
      continue;
    }
    for (const int next : target.neighbours()[t])
      if (next >= 0 && seen_from_[next] != c) front_.push_back(next);
  }
  if (pieces_.size() == first_piece) return;
  is_laid_over_[c] = 1;
  shifts_[c] = seed.shift;
}

/// Continues over the sides of the casting triangles that their pieces reach. If nodes cast, all
/// triangles of nodes in contact are among the contacts already.
void SurfaceOverlay::go_on(std::size_t first_piece) {
  const ContactSurface& casting = pair_->casting();
  if (casting.casts_from_nodes()) return;
  for (std::size_t i = first_piece; i < pieces_.size(); ++i) {
    const OverlayPiece& piece = pieces_[i];
    if (piece.target_triangle < 0) continue;
    const std::array<int, 3>& next = casting.neighbours()[piece.casting_triangle];
    for (int side = 0; side < 3; ++side) {
      const int t = next[side];
      if (t < 0 || is_laid_over_[t] || !touches_side(piece.polygon, (side + 2) % 3)) continue;
      seeds_.push_back({t, piece.target_triangle, 0, shifts_[piece.casting_triangle]});
    }
  }
}

}  // namespace condyle
