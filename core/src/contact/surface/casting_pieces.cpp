#include "core/src/contact/surface/casting_pieces.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "core/src/collision/least_cosine.h"
#include "core/src/collision/proximity_rule.h"
#include "core/src/collision/proximity_search.h"
#include "core/src/collision/shape_search.h"
#include "core/src/contact/surface/casting_division.h"
#include "core/src/contact/surface/flat_place.h"
#include "core/src/contact/surface/parts_on_shape.h"
#include "core/src/contact/surface/plain_vectors.h"
#include "core/src/contact/surface/pressed_neighbours.h"
#include "core/src/contact/surface/surfaces_at_hit.h"
#include "core/src/contact/surface/triangle_extents.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// The contact is resolved if the proximity changes across parts by no more than this fraction of
/// the largest proximity, in the mean. Then some 100 to 200 parts of a ball touch a plane.
constexpr double k_resolved = 0.35;
/// The same where the proximity falls evenly from an edge of the casting shape to the border.
constexpr double k_resolved_at_edge = 0.2;
/// Triangles as they are, up to this fraction: some 50 of a ball, whose force is right to 1 %.
constexpr double k_fine = 0.45;
/// Triangles of a cylinder are in rows, which touch together in a line of contact.
constexpr double k_fine_in_rows = 0.2;
/// Where the proximity changes by this many times as much, parts are quartered at once.
constexpr double k_very_coarse = 2.2;
/// How far beyond its tangent plane a gap may close within a part.
constexpr double k_margin = 1.25;
/// So many parts are not divided further, or so many for each triangle that touches, within a
/// limit.
constexpr std::ptrdiff_t k_enough_parts = 3072, k_enough_of_triangle = 64, k_most_parts = 65536;
constexpr int k_most_levels = 64;
/// With fewer triangles in contact than this, those that do not touch with their centroids count.
constexpr int k_few = 40;
/// Of so many triangles in contact, evenly spread, the change is looked at.
constexpr int k_samples = 64;
/// A search looks farther than the reach by k_steepest of a triangle's radius, and for smooth
/// shapes by no more than k_steeper times the angle by which the normal turns within it.
constexpr double k_steeper = 4, k_steepest = 2;
/// More triangles of a target than this are found again for each ray.
constexpr int k_most_near = 32;
/// Triangles larger than this part of the target's size may touch it though no ray meets it.
constexpr double k_large = 0.25;
/// Beside the edges of a target rays may miss it; parts there are divided until their area is less
/// than this part of the area that touches.
constexpr double k_missed = 0.25;
/// Corners within this part of the target's size of a plane are on it: files have single precision.
constexpr double k_flat = 2e-7;
/// So much counts a change of the proximity along an edge beside the bend of the edge.
constexpr double k_slope_over_bend = 0.05;
/// Steeper targets count as this steep.
constexpr double k_steepest_cosine = 1e-3;
/// Parts are of no interest beyond this many times their size.
constexpr double k_widest = 2;

double deepest(std::span<const ProximityHit> hits) {
  double depth = 0;
  for (const ProximityHit& hit : hits) depth = std::max(depth, hit.proximity);
  return depth;
}

/// Half of the largest size of a bounded target; infinite for others.
double half_size_of(const ContactSurface& target) {
  if (target.shape() == nullptr) return bounding_box(target.mesh()).sizes().maxCoeff() / 2;
  if (!is_bounded(*target.shape())) return std::numeric_limits<double>::infinity();
  return bounding_box(*target.shape()).sizes().maxCoeff() / 2;
}

}  // namespace

CastingPieces::CastingPieces(const ContactSurface& casting, const ContactSurface& target)
    : casting_(&casting), target_(&target), near_(casting, target) {
  can_divide_ =
      allows_division(casting, target) && !casting.casts_from_nodes() && !target.is_deformable();
  if (!can_divide_) return;
  const auto [radius, turn, bend] = casting.largest_extents();
  needs_plane_ = casting.division() == TriangleDivision::on_smooth && !is_smooth(target);
  has_edges_ = !has_no_edges(*casting.shape());
  margin_ =
      has_edges_ ? 0 : radius * (turn > 0 ? std::min(k_steepest, k_steeper * turn) : k_steepest);
  gap_over_radius_ = has_edges_ ? k_widest / k_least_cosine : k_widest;
  size_ = half_size_of(target);
  are_large_ = radius > k_large * size_;
}

void CastingPieces::place(const Pose& X_CT) {
  X_CT_ = X_CT;
  X_TC_ = target_from_casting(X_CT);
}

/// Looks at some triangles, evenly spread over the contact.
bool CastingPieces::are_fine(const Pose& X_CT, std::span<const ProximityHit> hits,
                             double least_depth) {
  const auto touching =
      std::ranges::count_if(hits, [](const ProximityHit& hit) { return hit.proximity > 0; });
  if (touching < k_few || are_large_) return false;
  place(X_CT);
  const std::ptrdiff_t stride = 1 + touching / k_samples;
  std::ptrdiff_t number = 0;
  double depth = has_edges_ ? 0 : deepest(hits), change = 0, area = 0;
  Vector3d across = Vector3d::Zero();
  for (const ProximityHit& hit : hits) {
    if (!(hit.proximity > 0) || number++ % stride != 0) continue;
    Part part = part_of(hit.casting_triangle);
    part.hit = hit;
    find_change(part);
    const double bend = has_edges_ ? extents_of(*casting_, hit.casting_triangle).bend
                                   : casting_->largest_extents().bend;
    change += part.weight * std::max(bend, part.piece.change);
    area += part.weight;
    across = part.across;
    if (part.weight > 0) depth = std::max(depth, hit.proximity);
  }
  if (has_edges_ && misses_a_face(across, hits)) return false;
  return change <= area * (has_edges_ ? k_fine_in_rows : k_fine) * std::max(depth, least_depth);
}

/// Whether a face that the target faces begins beside triangles in contact, and has none itself.
bool CastingPieces::misses_a_face(const Vector3d& across,
                                  std::span<const ProximityHit> hits) const {
  return std::ranges::any_of(hits, [&](const ProximityHit& hit) {
    if (!(hit.proximity > 0)) return false;
    const Vector3d& normal = casting_->normals()[hit.casting_triangle];
    return std::ranges::any_of(casting_->neighbours_of(hit.casting_triangle), [&](int other) {
      return other >= 0 && !are_on_one_face(normal, casting_->normals()[other]) &&
             plain_dot(across, casting_->normals()[other]) < -k_least_cosine &&
             !is_pressed(hits, other);
    });
  });
}

void CastingPieces::divide(const Pose& X_CT, const ProximityWindow& window, double reach,
                           double least_depth, std::vector<ProximityHit>& hits) {
  pieces_.clear();
  place(X_CT);
  window_ = window;
  reach_ = reach;
  if (X_TC_.matrix().allFinite()) begin(hits);
  if (needs_plane_ && !is_on_plane()) parts_.clear();
  int levels = 0;
  const auto touching = std::ranges::count_if(parts_, &Part::may_touch);
  const std::ptrdiff_t enough =
      std::clamp(k_enough_of_triangle * touching, k_enough_parts, k_most_parts);
  while (levels < k_most_levels && std::ssize(parts_) < enough && divide_parts(least_depth))
    ++levels;
  if (levels > 0) return replace(hits);
  std::erase_if(hits,
                [&](const ProximityHit& hit) { return hit.proximity < window.min_proximity; });
}

CastingPieces::Part CastingPieces::part_of(int triangle) const {
  Part part;
  part.radius = radius_of(*casting_, triangle);
  for (int k = 0; k < 3; ++k) part.corners[k].place = corner_of(*casting_, triangle, k);
  part.hit.casting_triangle = triangle;
  part.piece = {casting_->centroids()[triangle], casting_->normals()[triangle],
                casting_->areas()[triangle]};
  return part;
}

/// Starts with the triangles a part of which touches or may come to touch.
void CastingPieces::begin(std::span<const ProximityHit> hits) {
  parts_.clear();
  near_target_.clear();
  known_.resize(casting_->triangle_count());
  ++round_;
  for (const ProximityHit& hit : hits) {
    Part part = part_of(hit.casting_triangle);
    part.hit = hit;
    find_change(part);
    add(part);
  }
  add_neighbours();
  if (are_large_ || has_edges_) add_near();
  std::ranges::sort(parts_, {}, [](const Part& part) { return part.hit.casting_triangle; });
}

void CastingPieces::add(Part& part) {
  known_[part.hit.casting_triangle] = round_;
  if (matters(part)) parts_.push_back(part);
}

/// Beside steep parts of the target gaps are larger than the search looks, and rays may miss.
void CastingPieces::add_neighbours() {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    for (const int other : casting_->neighbours_of(parts_[i].hit.casting_triangle)) {
      if (other < 0 || is_known(other)) continue;
      Part part = part_of(other);
      cast(part);
      add(part);
    }
  }
}

/// Adds triangles that the search does not find: their rays meet nothing, or the target far off.
void CastingPieces::add_near() {
  candidates_.clear();
  near_.find(X_TC_, reach_, candidates_);
  for (const int triangle : candidates_) {
    if (is_known(triangle)) continue;
    Part part = part_of(triangle);
    cast(part);
    add(part);
  }
}

/// Whether all that may touch, or what is nearest, is far from edges and borders of the target.
bool CastingPieces::is_on_plane() const {
  const Part* deepest = nullptr;
  for (const Part& part : parts_)
    if (part.hit.target_triangle >= 0 &&
        (deepest == nullptr || part.hit.proximity > deepest->hit.proximity))
      deepest = &part;
  if (deepest == nullptr) return false;
  const Vector3d p = deepest->piece.centroid - deepest->hit.proximity * deepest->piece.normal;
  const double depth = std::max(0.0, deepest->hit.proximity) + deepest->gain;
  double radius = deepest->radius;
  for (const Part& part : parts_)
    if (part.may_touch)
      radius = std::max(radius, plain_norm(part.piece.centroid - p) + part.radius);
  return is_flat_about(*target_, deepest->hit.target_triangle, X_TC_ * p, k_margin * radius + depth,
                       k_margin * depth, k_flat * size_);
}

/// Lists the target's triangles that rays from parts of a triangle may meet, unless they are many.
void CastingPieces::find_near(Part& whole) {
  const auto& [centroid, normal, area, change] = whole.piece;
  const double gap = std::max(-window_.min_proximity, reach_ + 2 * whole.radius);
  const double length = gap + window_.max_proximity;
  const double turn = extents_of(*casting_, whole.hit.casting_triangle).turn;
  whole.first_near = static_cast<int>(near_target_.size());
  const geometry::Ray ray = inward_ray(X_TC_, centroid + gap * normal, normal);
  target_->tree().for_each_along(
      ray, length,
      [&](const geometry::TreeTriangle& triangle) { near_target_.push_back(&triangle); },
      k_margin * whole.radius + turn * length);
  whole.near = static_cast<int>(near_target_.size()) - whole.first_near;
  if (whole.near <= k_most_near) return;
  near_target_.resize(whole.first_near);
  whole.near = -1;
}

/// Finds how the proximity of a part that meets the target changes across it: the distance to the
/// target's tangent plane along the casting normal is linear in the place.
void CastingPieces::find_change(Part& part) const {
  const auto& [centroid, normal, area, change] = part.piece;
  part.gain = 0;
  part.piece.change = 0;
  part.weight = area;
  if (part.hit.target_triangle < 0) return;
  const Vector3d normal_T = target_normal(*target_, part.hit.target_triangle, X_TC_,
                                          centroid - part.hit.proximity * normal);
  part.across = plain_product(X_CT_.linear(), normal_T);
  const double cosine = -plain_dot(part.across, normal);
  if (has_edges_) part.weight = cosine < k_least_cosine ? 0 : area / cosine;
  const Vector3d slope = part.across / std::min(-cosine, -k_steepest_cosine) - normal;
  double least = 0;
  for (const Corner& end : part.corners) {
    const double gain = plain_dot(slope, end.place - centroid);
    least = std::min(least, gain);
    part.gain = std::max(part.gain, gain);
  }
  part.piece.change = part.gain - least;
}

/// Casts the ray of a part.
void CastingPieces::cast(Part& part) const {
  double square = 0;
  for (const Corner& end : part.corners) {
    const Vector3d arm = end.place - part.piece.centroid;
    square = std::max(square, plain_dot(arm, arm));
  }
  part.radius = std::sqrt(square);
  const ProximityWindow window{
      std::min(window_.min_proximity, -reach_ - gap_over_radius_ * part.radius),
      window_.max_proximity, false};
  const geometry::Ray ray = inward_ray(X_TC_, part.piece.centroid, part.piece.normal);
  const int triangle = part.hit.casting_triangle;
  if (target_->shape() != nullptr)
    part.hit = meet_one(ray, *target_->shape(), window);
  else if (part.near >= 0)
    part.hit = meet_among(ray, std::span(near_target_).subspan(part.first_near, part.near), window);
  else
    part.hit = meet_one(ray, target_->tree(), window);
  part.hit.casting_triangle = triangle;
  find_change(part);
}

/// Whether any point of the part touches or has a gap within reach. Where rays miss the target,
/// beside an edge of it or between large triangles, that is so if the part is larger than its
/// distance.
bool CastingPieces::matters(Part& part) const {
  if (part.hit.target_triangle >= 0) {
    const double most = part.hit.proximity + k_margin * part.gain;
    part.may_touch = most > 0;
    return most >= -reach_;
  }
  const Vector3d& p = part.piece.centroid;
  if (target_->shape() == nullptr ? !are_large_ : !faces_target(part)) return false;
  part.may_touch = near_.is_near(X_TC_, p, k_margin * part.radius);
  return part.may_touch || near_.is_near(X_TC_, p, k_margin * part.radius + reach_);
}

/// Whether the target's nearest point is outside the casting shape, or perhaps behind a small part.
bool CastingPieces::faces_target(const Part& part) const {
  constexpr double k_least_cosine_of_gap = 0.2;
  const geometry::SurfacePoint there = nearest(*target_->shape(), X_TC_ * part.piece.centroid);
  if (!(there.distance > 0)) return false;
  if (part.radius > size_) return true;
  const double cosine = plain_dot(plain_product(X_CT_.linear(), there.normal), part.piece.normal);
  return cosine < -k_least_cosine_of_gap;
}

/// Halves the parts that are too large. Returns false if there are none.
bool CastingPieces::divide_parts(double least_depth) {
  double depth = least_depth, change = 0, radius = 0, missed = 0, met = 0, touching = 0;
  double change_at_deepest = 0;
  for (const Part& part : parts_) {
    if (!part.may_touch) continue;
    const bool meets = part.hit.target_triangle >= 0;
    if (meets && part.weight > 0 && part.hit.proximity > depth) {
      depth = part.hit.proximity;
      change_at_deepest = part.piece.change;
    }
    radius = std::max(radius, part.radius);
    (meets ? met : missed) += part.weight;
    change += part.weight * part.piece.change;
    if (meets && part.hit.proximity > 0) touching += part.weight;
  }
  const bool is_wedge = has_edges_ && change_at_deepest * met > change / 4;
  const double resolved = met * (is_wedge ? k_resolved_at_edge : k_resolved) * depth;
  const bool all = radius > least_depth && (change > resolved || missed > k_missed * touching);
  const bool are_very_coarse = change > k_very_coarse * resolved;
  next_.clear();
  bool any = false;
  for (const Part& part : parts_) {
    const double overlap = depth + std::max(0.0, -part.hit.proximity);
    const bool is_coarse = part.may_touch ? all : part.piece.change > 2 * k_resolved * overlap;
    any = any || is_coarse;
    if (is_coarse)
      halve(part, part.may_touch && are_very_coarse);
    else
      next_.push_back(part);
  }
  parts_.swap(next_);
  return any;
}

CastingPieces::Corner CastingPieces::corner_at(const Part& part, const Vector3d& p) const {
  if (target_->shape() != nullptr) return {p, nearest(*target_->shape(), X_TC_ * p).distance};
  return {p, plain_dot(part.across, p)};
}

void CastingPieces::begin_parts(Part& whole) {
  const Vector3d& normal = casting_->normals()[whole.hit.casting_triangle];
  for (Corner& end : whole.corners)
    end = corner_at(whole, corner_on(*casting_->shape(), normal, end.place));
  if (target_->shape() == nullptr) find_near(whole);
  whole.is_whole = false;
}

/// Chooses the edge that bends most relative to the target, or along which the proximity changes
/// most if none bends: so pieces of a ball are about as long as wide, and those of a line of
/// contact long.
CastingPieces::Cut CastingPieces::choose_cut(const Part& part) const {
  const Vector3d& normal = casting_->normals()[part.hit.casting_triangle];
  const bool meets = part.hit.target_triangle >= 0;
  Cut chosen;
  double most = -1;
  for (int k = 0; k < 3; ++k) {
    const Corner &a = part.corners[k], &b = part.corners[(k + 1) % 3];
    const Cut cut{k, corner_at(part, middle_on(*casting_->shape(), normal, a.place, b.place))};
    double size = plain_norm(b.place - a.place);
    if (meets)
      size = std::abs(a.height + b.height - 2 * cut.middle.height) +
             k_slope_over_bend * std::abs(a.height - b.height) + 1e-9 * size;
    if (size <= most * (1 + 1e-9)) continue;
    most = size;
    chosen = cut;
  }
  return chosen;
}

/// Casts the rays of the halves, or only those of their halves.
void CastingPieces::halve(const Part& whole, bool twice) {
  const Vector3d& normal = casting_->normals()[whole.hit.casting_triangle];
  Part half = whole;
  if (half.is_whole) begin_parts(half);
  const std::array<Corner, 3> ends = half.corners;
  const auto [edge, middle] = choose_cut(half);
  for (const int replaced : {(edge + 1) % 3, edge}) {
    half.corners = ends;
    half.corners[replaced] = middle;
    const auto& [a, b, c] = half.corners;
    const auto [centre, area] = part_on(*casting_->shape(), normal, {a.place, b.place, c.place});
    half.piece = {centre.point, centre.normal, area};
    if (twice) {
      halve(half, false);
      continue;
    }
    cast(half);
    if (matters(half)) next_.push_back(half);
  }
}

/// Puts the parts in the place of their triangles' hits. Gaps beyond the reach stay whole.
void CastingPieces::replace(std::vector<ProximityHit>& hits) {
  merged_.clear();
  auto whole = hits.begin();
  const auto keep_whole = [&](int before) {
    for (; whole != hits.end() && whole->casting_triangle < before; ++whole) {
      if (!(whole->proximity < -reach_)) continue;
      merged_.push_back(*whole);
      pieces_.push_back(part_of(whole->casting_triangle).piece);
    }
  };
  for (const Part& part : parts_) {
    keep_whole(part.hit.casting_triangle);
    while (whole != hits.end() && whole->casting_triangle == part.hit.casting_triangle) ++whole;
    if (part.hit.target_triangle < 0 || part.hit.proximity < window_.min_proximity) continue;
    merged_.push_back(part.hit);
    pieces_.push_back(part.piece);
  }
  keep_whole(std::numeric_limits<int>::max());
  hits.swap(merged_);
}

}  // namespace condyle
