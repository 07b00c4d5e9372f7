#include "condyle/collision/sheet_tracer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/collision/proximity_rule.h"
#include "condyle/collision/separation.h"

namespace condyle {
namespace {

constexpr double k_endless = std::numeric_limits<double>::infinity();

/// Rays walk at most so far, from triangle to triangle, in one call.
constexpr int k_longest_walk = 24;

/// A rest over a surface ends when a leaf has turned so far [rad].
constexpr double k_longest_turn = 0.05;
/// Rays that see a surface flatter than this do not rest over it.
constexpr double k_least_cosine = 0.05;
/// Part of the way for which normals are known that may be used up by the gap.
constexpr double k_part_for_gap = 0.25;
/// How far around a crossing normals are known, in sides of the target's triangles.
constexpr double k_normals_within = 1;

RayArrays make_arrays(const CastingRays& rays, const TriangleTree& casting_tree) {
  RayArrays arrays;
  for (int k = 0; k < 3; ++k) {
    for (const TriangleTree::Triangle& triangle : casting_tree.triangles()) {
      arrays.origin[k].push_back(rays.origins[triangle.index][k]);
      arrays.normal[k].push_back(rays.normals[triangle.index][k]);
    }
    arrays.origin[k].resize(arrays.origin[k].size() + 3, 0);
    arrays.normal[k].resize(arrays.normal[k].size() + 3, 1);
  }
  return arrays;
}

/// Least cosine between the lines of a leaf and normals in a box, all seen in the target's frame.
double least_cosine(const RayCluster& rays, const Eigen::Vector3d& axis, const NormalBox& normals) {
  const Eigen::Array3d low = normals.lowest.cast<double>(), high = normals.highest.cast<double>();
  const double along = std::abs((0.5 * (low + high) * axis.array()).sum()) -
                       (0.5 * (high - low) * axis.array().abs()).sum();
  const double across = std::sqrt(std::max(0.0, 1 - along * along));
  return along * rays.upright - across * std::hypot(rays.lean_x, rays.lean_y);
}

}  // namespace

SheetTracer::SheetTracer(const CastingRays& rays, const TriangleTree& casting_tree,
                         const RayTree& ray_tree, const TriangleTree& target,
                         const TriangleLinks& links, int largest_sheet)
    : ray_tree_(&ray_tree),
      target_(&target),
      links_(&links),
      arrays_(make_arrays(rays, casting_tree)),
      normals_(target, links, k_normals_within * mean_side(target)),
      rests_(ray_tree),
      leaf_restless_until_(ray_tree.leaves.size(), 0),
      crossed_(rays.origins.size(), -1) {
  for (const TriangleTree::Triangle& triangle : casting_tree.triangles()) {
    casting_triangles_.push_back(triangle.index);
  }
  for (const int leaf : ray_tree.leaves) leaf_rays_.push_back(ray_tree.nodes[leaf].rays.first);
  leaf_rays_.push_back(static_cast<int>(rays.origins.size()));
  ready_.resize(largest_sheet);
  ready_rays_.resize(largest_sheet);
  awake_.reserve(largest_sheet);
  ready_leaves_.reserve(largest_sheet);
  walking_.reserve(largest_sheet);
}

void SheetTracer::wake_all() {
  rests_.wake_all();
  std::fill(leaf_restless_until_.begin(), leaf_restless_until_.end(), -1);
}

void SheetTracer::start(const RayNode& node, const SheetProver& prover, const Sheet& sheet) {
  const double clear = sheet.is_free_beyond ? sheet.clear.outward : -1;
  rests_.wake_beyond(clear, node.first_leaf, node.last_leaf);
  for (int ray = node.rays.first; ray < node.rays.last; ++ray) {
    if (crossed_[ray] < 0 || !prover.contains(crossed_[ray])) crossed_[ray] = sheet.start;
  }
}

void SheetTracer::trace(const RayNode& node, const SearchFrame& frame, const Sheet& sheet,
                        HitCollector& hits) {
  if (sheet.start < 0) return;
  awake_.clear();
  rests_.list_awake(node.first_leaf, node.last_leaf, frame, awake_);
  if (awake_.empty()) return;
  cross_all(ready_leaves(frame), sheet);
  for (const ReadyLeaf& leaf : ready_leaves_) settle(leaf, sheet, frame, hits);
}

/// Makes the rays of the leaves that are awake ready; returns how many. Neighbouring leaves have
/// neighbouring rays, so runs of them are done at once.
int SheetTracer::ready_leaves(const SearchFrame& frame) {
  int count = 0;
  ready_leaves_.clear();
  for (std::size_t i = 0; i < awake_.size();) {
    const int first = leaf_rays_[awake_[i]], first_place = count;
    do {
      const int leaf = awake_[i], rays = leaf_rays_[leaf + 1] - leaf_rays_[leaf];
      ready_leaves_.push_back({leaf, count, count + rays});
      count += rays;
    } while (++i < awake_.size() && awake_[i] == awake_[i - 1] + 1);
    make_ready(arrays_, first, count - first_place, frame.X_TC_numbers, ready_, first_place);
    for (int place = first_place; place < count; ++place) {
      ready_rays_[place] = first + place - first_place;
      ready_.triangle[place] = std::max(0, crossed_[ready_rays_[place]]);
    }
  }
  return count;
}

/// Finds the triangle that each ready ray crosses.
void SheetTracer::cross_all(int count, const Sheet& sheet) {
  const Certainty certainty{sheet.clear_weight, sheet.clear};
  cross_in_order(ready_, count, target_->triangles(), certainty);
  walking_.clear();
  for (int i = 0; i < count; ++i) {
    if (crossed_[ready_rays_[i]] < 0) {
      ready_.outcome[i] = k_unclear;
    } else if (ready_.outcome[i] < k_inside) {
      walking_.push_back(i);
    }
  }
  for (int steps = 0; steps < k_longest_walk && !walking_.empty(); ++steps) walk_on(certainty);
}

/// Takes the walking rays a triangle farther, and off the list those that have arrived.
void SheetTracer::walk_on(const Certainty& certainty) {
  std::size_t left = 0;
  for (const int i : walking_) {
    const int across = (*links_)[ready_.triangle[i]][ready_.outcome[i]];
    ready_.outcome[i] = k_unclear;
    if (across < 0) continue;
    ready_.triangle[i] = across;
    walking_[left++] = i;
  }
  walking_.resize(left);
  cross_listed(ready_, walking_, target_->triangles(), certainty);
  std::erase_if(walking_, [this](int i) { return ready_.outcome[i] >= k_inside; });
}

/// Decides from the crossings which rays of a leaf hit, and for how long it rests.
void SheetTracer::settle(const ReadyLeaf& ready, const Sheet& sheet, const SearchFrame& frame,
                         HitCollector& hits) {
  const ProximityWindow& window = frame.window;
  const double lowest = std::min(0.0, window.min_proximity);
  double highest = -k_endless, deepest = k_endless;
  const bool is_plain = sheet.leaves && !window.two_sided;
  bool any_hit = false, all_crossed = true;
  for (int i = ready.first; i < ready.last; ++i) {
    const int ray = ready_rays_[i];
    const double distance = ready_.distance[i];
    const bool is_inside = ready_.outcome[i] == k_inside;
    crossed_[ray] = is_inside ? ready_.triangle[i] : -1;  // if not, until there is a new sheet
    if (!is_inside || (!(distance > 0) && !sheet.is_free_beyond)) {
      all_crossed = false;
      any_hit |= search_ray(ray, frame, hits);
      continue;
    }
    highest = std::max(highest, distance);
    deepest = std::min(deepest, distance);
    if (distance < lowest) continue;
    const int triangle = target_->triangles()[ready_.triangle[i]].index;
    if (is_plain && distance > 0) {  // the same, made short
      if (distance > window.max_proximity || distance < window.min_proximity) continue;
      any_hit = true;
      keep(ray, {-1, triangle, distance}, hits);
      continue;
    }
    any_hit |= keep(ray, decide_single_crossing(window, triangle, distance, sheet.leaves), hits);
  }
  rests_.end(ready.leaf);
  if (all_crossed && highest < lowest) {
    rest_over(ready, {lowest - highest, -deepest}, sheet, frame);
  } else if (!all_crossed && !any_hit) {
    rest_apart(ready.leaf, frame);
  }
}

/// Lets a leaf rest whose rays all cross the sheet out of reach: `gap.inward` before they could hit
/// it, and up to `gap.outward` from their origins. See leaf_rests.h.
void SheetTracer::rest_over(const ReadyLeaf& ready, const RayReach& gap, const Sheet& sheet,
                            const SearchFrame& frame) {
  const RayCluster& rays = ray_tree_->nodes[ray_tree_->leaves[ready.leaf]].rays;
  NormalBox normals;
  for (int i = ready.first; i < ready.last; ++i) normals.include(normals_.near(ready_.triangle[i]));
  const Eigen::Vector3d axis = frame.X_TC.linear() * rays.axes_C.col(2);
  // Once for the lines that lean more and more, once for the gap along them that leans with them.
  const double cosine = least_cosine(rays, axis, normals) - 2 * k_longest_turn;
  if (!(cosine > k_least_cosine)) return;
  const double padding = target_->space().padding(frame.X_TC.translation()) + rays.radius * 0x1p-19;
  const double closing = std::min({gap.inward, sheet.clear.outward - gap.outward,
                                   k_part_for_gap * normals_.distance()}) -
                         padding;
  const double radius = rays.radius + gap.outward;
  rests_.begin(ready.leaf,
               {.normals = normals,
                .radius = radius,
                .closing = closing * cosine,
                .path = normals_.distance() - closing - padding - radius * k_longest_turn,
                .turn = k_longest_turn,
                .farthest = gap.outward + closing},
               frame);
}

/// Lets a leaf rest for as long as the target is farther than it moves.
void SheetTracer::rest_apart(int leaf, const SearchFrame& frame) {
  double& restless_until = leaf_restless_until_[leaf];
  if (frame.travelled < restless_until) return;
  const RayCluster& rays = ray_tree_->nodes[ray_tree_->leaves[leaf]].rays;
  const RayPrism prism = enclose(rays, frame.reach, frame.X_TC, target_->space());
  const double gap = separation(prism, *target_, 0, frame.worthwhile_gap);
  restless_until = frame.travelled + rays.width();
  if (!(gap > 0)) return;
  rests_.begin(leaf,
               {.radius = rays.radius + std::max(frame.reach.inward, frame.reach.outward),
                .closing = gap - 4 * frame.motion.rounding,
                .path = k_endless,
                .turn = k_endless},
               frame);
}

bool SheetTracer::search(const RayCluster& rays, const SearchFrame& frame,
                         HitCollector& hits) const {
  bool any_hit = false;
  for (int ray = rays.first; ray < rays.last; ++ray) any_hit |= search_ray(ray, frame, hits);
  return any_hit;
}

bool SheetTracer::search(const RayCluster& rays, std::span<const int> leaves,
                         const SearchFrame& frame, HitCollector& hits) const {
  bool any_hit = false;
  for (int ray = rays.first; ray < rays.last; ++ray) {
    any_hit |=
        keep_found(ray, frame, hits, [&](const auto& line, const auto& range, auto& nearest) {
          keep_nearest(line, *target_, leaves, range, nearest);
        });
  }
  return any_hit;
}

Ray SheetTracer::inward(int ray, const SearchFrame& frame) const {
  const Eigen::Vector3d origin_C{arrays_.origin[0][ray], arrays_.origin[1][ray],
                                 arrays_.origin[2][ray]};
  const Eigen::Vector3d normal_C{arrays_.normal[0][ray], arrays_.normal[1][ray],
                                 arrays_.normal[2][ray]};
  return inward_ray(frame.X_TC, origin_C, normal_C);
}

bool SheetTracer::search_ray(int ray, const SearchFrame& frame, HitCollector& hits) const {
  return keep_found(ray, frame, hits, [&](const auto& line, const auto& range, auto& nearest) {
    keep_nearest(line, *target_, range, nearest);
  });
}

/// Keeps the hit of a ray; `find_nearest(line, range, nearest)` finds the triangle on a line.
template <class FindNearest>
bool SheetTracer::keep_found(int ray, const SearchFrame& frame, HitCollector& hits,
                             const FindNearest& find_nearest) const {
  const ProximityHit hit = decide_by_rays(inward(ray, frame), frame.window,
                                          [&](const Ray& line, const DistanceRange& range) {
                                            RayHit nearest;
                                            find_nearest(line, range, nearest);
                                            return nearest;
                                          });
  return keep(ray, hit, hits);
}

/// Returns whether there is a hit to be kept.
bool SheetTracer::keep(int ray, ProximityHit hit, HitCollector& hits) const {
  if (hit.target_triangle < 0) return false;
  hit.casting_triangle = casting_triangles_[ray];
  hits.keep(hit);
  return true;
}

}  // namespace condyle
