#include "condyle/collision/sheet_tracer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/collision/proximity_rule.h"
#include "condyle/collision/separation.h"

namespace condyle {
namespace {

/// Rays walk at most so far, from triangle to triangle, in one call.
constexpr int k_longest_walk = 24;

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

}  // namespace

/// How much the distance at which a ray of direction u crosses a plane of normal n changes when the
/// ray moves by a z + b, z the mean ray of its cluster and b across it: by n.(a z + b) / n.u. With
/// the angles t of n to u and l of u to z that is at most
/// |a| (1 + sin l tan t) + |b| (tan t + sin l).
void MovedSheet::begin(const RayCluster& rays, const Sheet& made) {
  sheet = made;
  risen = 0;
  const double cosine = sheet.least_cosine;
  const double tangent = std::sqrt(std::max(0.0, 1 - cosine * cosine)) / cosine;
  const double lean = std::sqrt(std::max(0.0, 1 - rays.upright * rays.upright));
  rise_along = 1 + lean * tangent;
  rise_across = tangent + lean;
  wakes_at = -1;
}

void MovedSheet::move_on(const RayCluster& rays, const RigidMotion& motion) {
  const SplitDisplacement moved =
      split_displacement(motion, ball_about(rays, sheet.length), rays.axes_C.col(2));
  risen += rise_along * moved.along + rise_across * moved.across;
}

SheetTracer::SheetTracer(const CastingRays& rays, const TriangleTree& casting_tree,
                         const RayTree& ray_tree, const TriangleTree& target,
                         const TriangleLinks& links, int largest_sheet)
    : ray_tree_(&ray_tree),
      target_(&target),
      links_(&links),
      arrays_(make_arrays(rays, casting_tree)),
      leaf_wakes_at_(ray_tree.leaves.size(), 0),
      leaf_restless_until_(ray_tree.leaves.size(), 0),
      crossed_(rays.origins.size(), -1) {
  for (const TriangleTree::Triangle& triangle : casting_tree.triangles()) {
    casting_triangles_.push_back(triangle.index);
  }
  for (const int leaf : ray_tree.leaves) leaf_rays_.push_back(ray_tree.nodes[leaf].rays.first);
  leaf_rays_.push_back(static_cast<int>(rays.origins.size()));
  ready_.resize(largest_sheet);
  ready_rays_.resize(largest_sheet);
  ready_leaves_.reserve(largest_sheet);
  walking_.reserve(largest_sheet);
}

void SheetTracer::wake_all() { std::fill(leaf_wakes_at_.begin(), leaf_wakes_at_.end(), -1); }

void SheetTracer::wake(const RayNode& node) {
  std::fill(leaf_wakes_at_.begin() + node.first_leaf, leaf_wakes_at_.begin() + node.last_leaf, -1);
  std::fill(leaf_restless_until_.begin() + node.first_leaf,
            leaf_restless_until_.begin() + node.last_leaf, -1);
}

void SheetTracer::start(const RayCluster& rays, const SheetProver& prover, const Sheet& sheet) {
  for (int ray = rays.first; ray < rays.last; ++ray) {
    if (crossed_[ray] < 0 || !prover.contains(crossed_[ray])) crossed_[ray] = sheet.start;
  }
}

void SheetTracer::trace(const RayNode& node, const SearchFrame& frame, MovedSheet& moved,
                        HitCollector& hits) {
  if (moved.sheet.start < 0 || moved.risen < moved.wakes_at) return;
  cross_all(ready_leaves(node, frame, moved.risen), moved.sheet);
  for (const ReadyLeaf& leaf : ready_leaves_) settle(leaf, moved, frame, hits);
  moved.wakes_at = *std::min_element(leaf_wakes_at_.begin() + node.first_leaf,
                                     leaf_wakes_at_.begin() + node.last_leaf);
}

/// Makes the rays of the leaves that are awake ready; returns how many. Neighbouring leaves have
/// neighbouring rays, so runs of them are done at once.
int SheetTracer::ready_leaves(const RayNode& node, const SearchFrame& frame, double risen) {
  int count = 0;
  ready_leaves_.clear();
  for (int leaf = node.first_leaf; leaf < node.last_leaf; ++leaf) {
    if (risen < leaf_wakes_at_[leaf]) continue;
    const int first = leaf_rays_[leaf], first_place = count;
    for (; leaf < node.last_leaf && !(risen < leaf_wakes_at_[leaf]); ++leaf) {
      const int rays = leaf_rays_[leaf + 1] - leaf_rays_[leaf];
      ready_leaves_.push_back({leaf, count, count + rays});
      count += rays;
    }
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
void SheetTracer::settle(const ReadyLeaf& ready, const MovedSheet& moved, const SearchFrame& frame,
                         HitCollector& hits) {
  const Sheet& sheet = moved.sheet;
  const ProximityWindow& window = frame.window;
  const double lowest = std::min(0.0, window.min_proximity);
  double highest = -std::numeric_limits<double>::infinity();
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
  double rest = 0;
  if (all_crossed) {
    rest = std::max(0.0, lowest - highest);
  } else if (!any_hit) {
    rest = rest_apart(ready.leaf, moved, frame);
  }
  leaf_wakes_at_[ready.leaf] = moved.risen + rest;
}

/// How much a leaf may rise before it can hit anything, by how far it is from the target.
double SheetTracer::rest_apart(int leaf, const MovedSheet& moved, const SearchFrame& frame) {
  double& restless_until = leaf_restless_until_[leaf];
  if (moved.risen < restless_until) return 0;
  // A gap closes by no more than the motion, and the turn that the sheet allows.
  const RayCluster& rays = ray_tree_->nodes[ray_tree_->leaves[leaf]].rays;
  const RayPrism prism =
      enclose(rays, frame.reach, frame.X_TC, target_->space(), 2 * moved.sheet.turn);
  const double gap = separation(prism, *target_, 0, frame.worthwhile_gap);
  const double rest = gap > 0 ? std::min(1.0, moved.rise_across) * gap : 0;
  restless_until = moved.risen + std::max(rest, rays.width());
  return rest;
}

bool SheetTracer::search(const RayCluster& rays, const SearchFrame& frame,
                         HitCollector& hits) const {
  bool any_hit = false;
  for (int ray = rays.first; ray < rays.last; ++ray) any_hit |= search_ray(ray, frame, hits);
  return any_hit;
}

bool SheetTracer::search_ray(int ray, const SearchFrame& frame, HitCollector& hits) const {
  const Eigen::Vector3d origin_C{arrays_.origin[0][ray], arrays_.origin[1][ray],
                                 arrays_.origin[2][ray]};
  const Eigen::Vector3d normal_C{arrays_.normal[0][ray], arrays_.normal[1][ray],
                                 arrays_.normal[2][ray]};
  const ProximityHit hit = decide_by_rays(inward_ray(frame.X_TC, origin_C, normal_C), frame.window,
                                          [&](const Ray& line, const DistanceRange& range) {
                                            RayHit nearest;
                                            keep_nearest(line, *target_, range, nearest);
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
