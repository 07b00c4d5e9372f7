#include "condyle/collision/proximity_search.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "condyle/collision/proximity_rule.h"
#include "condyle/collision/separation.h"

namespace condyle {
namespace {

constexpr double k_never = std::numeric_limits<double>::infinity();

/// Rays of a leaf, which sleep and wake together, and of the largest sheet.
constexpr int k_largest_leaf = 16;
constexpr int k_largest_sheet = 256;

/// Sheets are made to last for some steps of the present motion, within parts of their width.
constexpr double k_steps_to_last = 40;
constexpr double k_narrowest_margin = 0.1;
constexpr double k_widest_margin = 0.75;

/// Where there was no sheet none is tried before the mesh has travelled so many widths.
constexpr double k_patience = 12;

/// And what could not sleep is not asked again before so many.
constexpr double k_restlessness = 1;

/// Step, in widths, from which on no sheets are made.
constexpr double k_most_motion = 0.25;

/// How much of a sheet's margin is laid ahead of the motion, and the turn that is.
constexpr double k_part_ahead = 0.9;
constexpr double k_turn_ahead = 0.04;

/// What is nearer than so many steps of motion is not worth sleeping.
constexpr double k_steps_to_sleep = 1;

/// A sheet's rays walk at most so far, from triangle to triangle, in one call.
constexpr int k_longest_walk = 24;

/// When so much has been travelled, in sizes of the mesh, sums of displacements start anew.
constexpr double k_farthest = 1e6;

double largest_coordinate(std::span<const Eigen::Vector3d> points) {
  double largest = 0;
  for (const Eigen::Vector3d& point : points) {
    largest = std::max(largest, point.cwiseAbs().maxCoeff());
  }
  return largest;
}

RayReach reach_of(const ProximityWindow& window) {
  return {std::max(0.0, window.max_proximity), std::max(0.0, -window.min_proximity)};
}

/// How much the distance at which a ray of direction u crosses a plane of normal n changes when the
/// ray moves by a z + b, z the mean ray of its cluster and b across it: by n.(a z + b) / n.u. With
/// the angles t of n to u and l of u to z that is at most
/// |a| (1 + sin l tan t) + |b| (tan t + sin l).
struct Rise {
  double along, across;
};

Rise rise_of(const RayCluster& rays, double least_cosine) {
  const double tangent = std::sqrt(std::max(0.0, 1 - least_cosine * least_cosine)) / least_cosine;
  const double lean = std::sqrt(std::max(0.0, 1 - rays.upright * rays.upright));
  return {1 + lean * tangent, tangent + lean};
}

/// By how much rays reach farther than before.
double growth(const RayReach& before, const RayReach& now) {
  return std::max({0.0, now.inward - before.inward, now.outward - before.outward});
}

double longest(const RayReach& reach) { return std::max(reach.inward, reach.outward); }

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

ProximitySearch::ProximitySearch(const CastingRays& rays, const TriangleTree& casting_tree,
                                 const SearchTarget& target)
    : target_(&target.tree),
      rays_(make_ray_tree(rays, casting_tree, k_largest_leaf)),
      arrays_(make_arrays(rays, casting_tree)),
      extent_C_(largest_coordinate(rays.origins)),
      memories_(rays_.nodes.size()),
      leaf_wakes_at_(rays_.leaves.size(), 0),
      leaf_restless_until_(rays_.leaves.size(), 0),
      crossed_(rays.origins.size(), -1),
      prover_(target.tree, link_triangles(target.tree, target.neighbours)),
      found_(rays.origins.size()),
      found_bits_((rays.origins.size() + 63) / 64, 0),
      found_words_((found_bits_.size() + 63) / 64, 0) {
  for (const TriangleTree::Triangle& triangle : casting_tree.triangles()) {
    casting_triangles_.push_back(triangle.index);
  }
  for (const int leaf : rays_.leaves) leaf_rays_.push_back(rays_.nodes[leaf].rays.first);
  leaf_rays_.push_back(static_cast<int>(rays.origins.size()));
  ready_.resize(k_largest_sheet);
  ready_rays_.resize(k_largest_sheet);
  ready_leaves_.reserve(k_largest_sheet);
  walking_.reserve(k_largest_sheet);
}

void ProximitySearch::find(const Pose& X_CT, const ProximityWindow& window,
                           std::vector<ProximityHit>& hits) {
  hits.clear();
  if (rays_.nodes.empty() || target_->nodes().empty() || !begin(X_CT, window)) return;
  visit(0);
  collect(hits);
}

/// Takes the motion since the last call to account. False where the pose is not a number.
bool ProximitySearch::begin(const Pose& X_CT, const ProximityWindow& window) {
  const Pose X_TC_before = frame_.X_TC;
  const ProximityWindow window_before = frame_.window;
  const RayReach reach_before = frame_.reach;
  frame_.X_TC = target_from_casting(X_CT);
  frame_.X_TC_numbers = PoseNumbers(frame_.X_TC);
  frame_.window = window;
  frame_.reach = reach_of(window);
  if (!frame_.X_TC.matrix().allFinite()) {
    is_first_ = true;
    return false;
  }
  ++call_;
  const double size = extent_C_ + longest(frame_.reach);
  frame_.motion = motion_between(X_TC_before, frame_.X_TC, size);
  const Eigen::AngleAxisd turned(frame_.X_TC.linear() * X_TC_before.linear().transpose());
  frame_.turn = turned.angle() * turned.axis();
  const Ball all = ball_about(rays_.nodes.front().rays, longest(frame_.reach));
  frame_.moved = displacement(frame_.motion, all);
  travelled_ += frame_.moved + growth(reach_before, frame_.reach);
  if (is_first_ || window.two_sided != window_before.two_sided ||
      !(travelled_ < k_farthest * (all.radius + size)))
    forget();
  if (window != window_before) {
    std::fill(leaf_wakes_at_.begin(), leaf_wakes_at_.end(), -1);
    for (Memory& memory : memories_) memory.wakes_at = -1;
  }
  return true;
}

void ProximitySearch::forget() {
  is_first_ = false;
  travelled_ = frame_.moved = 0;
  for (Memory& memory : memories_) memory = {};
}

/// Returns the value of travelled_ before which nothing of the node can be hit.
double ProximitySearch::visit(int node) {
  Memory& memory = memories_[node];
  if (travelled_ < memory.until) return memory.until;
  const bool is_current = memory.seen_at == call_ - 1;
  memory.seen_at = call_;
  if (memory.known == Known::asleep && sleeps_on(node)) return memory.until;
  if (memory.known == Known::sheet) {
    const RayNode& here = rays_.nodes[node];
    const SplitDisplacement moved = split_displacement(
        frame_.motion, ball_about(here.rays, memory.sheet.length), here.rays.axes_C.col(2));
    memory.risen += memory.rise_along * moved.along + memory.rise_across * moved.across;
    if (!is_current) wake_leaves(node);
    if (holds(node)) return trace_sheet(node);
  }
  if (memory.known == Known::single && travelled_ < memory.try_again) {
    return rays_.nodes[node].is_leaf() ? trace_single(node) : visit_children(node);
  }
  return examine(node);
}

/// A node of which nothing is known but what its children know; asleep while all of them are.
double ProximitySearch::visit_children(int node) {
  const RayNode& parent = rays_.nodes[node];
  double until = k_never;
  for (int i = 0; i < parent.child_count; ++i) {
    until = std::min(until, visit(parent.first_child + i));
  }
  Memory& memory = memories_[node];
  if (until > travelled_) memory.until = memory.try_again = until;
  return until;
}

double ProximitySearch::examine(int node) {
  const RayNode& here = rays_.nodes[node];
  Memory& memory = memories_[node];
  if (fall_asleep(node, std::min(k_steps_to_sleep * frame_.moved, here.rays.width()))) {
    return memory.until;
  }
  const bool is_small = here.rays.count() <= k_largest_sheet;
  memory.known = Known::single;
  memory.try_again = is_small ? std::max(travelled_, memory.no_sheet_before) : k_never;
  if (is_small && travelled_ >= memory.no_sheet_before && is_steady(here.rays)) {
    if (make_sheet(node)) return trace_sheet(node);
    memory.try_again = memory.no_sheet_before = travelled_ + k_patience * here.rays.width();
  }
  return here.is_leaf() ? trace_single(node) : visit_children(node);
}

/// Whether a sheet would outlast a few steps like the last.
bool ProximitySearch::is_steady(const RayCluster& rays) const {
  return displacement(frame_.motion, ball_about(rays, 0)) < k_most_motion * rays.width();
}

bool ProximitySearch::fall_asleep(int node, double near) {
  if (travelled_ < memories_[node].no_sleep_before) return false;
  const RayPrism prism =
      enclose(rays_.nodes[node].rays, frame_.reach, frame_.X_TC, target_->space());
  const double gap = separation(prism, *target_, near, worthwhile_gap());
  Memory& memory = memories_[node];
  if (!(gap > 0)) {
    memory.no_sleep_before = travelled_ + k_restlessness * rays_.nodes[node].rays.width();
    return false;
  }
  memory.known = Known::asleep;
  memory.X_TC = frame_.X_TC;
  memory.reach = frame_.reach;
  memory.gap = gap;
  memory.until = travelled_ + gap;
  return true;
}

/// To know more than the gap of so many steps is of little use; after a jump none is.
double ProximitySearch::worthwhile_gap() const {
  const RayCluster& all = rays_.nodes.front().rays;
  return frame_.moved < k_most_motion * all.radius ? k_steps_to_last * frame_.moved : 0;
}

/// The mesh may have travelled farther than this node got from where it fell asleep.
bool ProximitySearch::sleeps_on(int node) {
  Memory& memory = memories_[node];
  const double away =
      displacement(motion_since(memory), ball_about(rays_.nodes[node].rays, longest(frame_.reach)));
  const double left = memory.gap - away - growth(memory.reach, frame_.reach);
  if (!(left > 0)) return false;
  memory.until = travelled_ + left;
  return true;
}

RigidMotion ProximitySearch::motion_since(const Memory& memory) const {
  return motion_between(memory.X_TC, frame_.X_TC, extent_C_ + memory.sheet.length);
}

bool ProximitySearch::make_sheet(int node) {
  const RayNode& here = rays_.nodes[node];
  const RayCluster& rays = here.rays;
  Memory& memory = memories_[node];
  const int hint = memory.sheet.start >= 0 ? crossed_[(rays.first + rays.last) / 2] : -1;
  const double wanted = margin(rays);
  memory.X_TC = pose_ahead(rays, wanted);
  const auto sheet =
      prover_.prove(rays, frame_.reach, memory.X_TC, wanted, hint, frame_.window.two_sided);
  if (!sheet) return false;
  memory.sheet = *sheet;
  if (!holds(node)) return false;
  memory.known = Known::sheet;
  memory.risen = 0;
  const Rise rise = rise_of(rays, sheet->least_cosine);
  memory.rise_along = rise.along;
  memory.rise_across = rise.across;
  wake_leaves(node);
  for (int r = rays.first; r < rays.last; ++r) {
    if (crossed_[r] < 0 || !prover_.contains(crossed_[r])) crossed_[r] = sheet->start;
  }
  return true;
}

/// Where the cluster will be, if it goes on as it does, when it has moved by most of the margin: a
/// sheet that is proven there holds on the way to it and beyond.
Pose ProximitySearch::pose_ahead(const RayCluster& rays, double margin) const {
  const double step = displacement(frame_.motion, ball_about(rays, 0));
  const double steps = std::floor(
      std::min(k_part_ahead * margin / step, k_turn_ahead / std::max(1e-9, frame_.turn.norm())));
  if (!(steps >= 1)) return frame_.X_TC;
  const Eigen::Vector3d turn = steps * frame_.turn;
  const double angle = turn.norm();
  Pose ahead = frame_.X_TC;
  if (angle > 0) ahead.linear() = Eigen::AngleAxisd(angle, turn / angle) * frame_.X_TC.linear();
  const Eigen::Vector3d moved = frame_.motion.turn * rays.center_C + frame_.motion.shift;
  ahead.translation() =
      frame_.X_TC * rays.center_C + steps * moved - ahead.linear() * rays.center_C;
  return ahead;
}

/// For as long as the sheet may last, at most.
double ProximitySearch::margin(const RayCluster& rays) const {
  const double step = displacement(frame_.motion, ball_about(rays, 0));
  const double most = k_widest_margin * rays.width(), least = k_narrowest_margin * rays.width();
  return std::clamp(k_steps_to_last * step, least, most);
}

void ProximitySearch::wake_leaves(int node) {
  const RayNode& here = rays_.nodes[node];
  std::fill(leaf_wakes_at_.begin() + here.first_leaf, leaf_wakes_at_.begin() + here.last_leaf, -1);
  std::fill(leaf_restless_until_.begin() + here.first_leaf,
            leaf_restless_until_.begin() + here.last_leaf, -1);
  memories_[node].wakes_at = -1;
}

bool ProximitySearch::holds(int node) const {
  const Memory& memory = memories_[node];
  const Sheet& sheet = memory.sheet;
  const RigidMotion motion = motion_since(memory);
  const Ball ball = ball_about(rays_.nodes[node].rays, sheet.length);
  return displacement(motion, ball) < sheet.slack && motion.turn_norm < sheet.turn &&
         frame_.reach.inward <= sheet.reach.inward && frame_.reach.outward <= sheet.reach.outward;
}

double ProximitySearch::trace_sheet(int node) {
  Memory& memory = memories_[node];
  if (memory.sheet.start < 0 || memory.risen < memory.wakes_at) return travelled_;
  cross_all(ready_leaves(node), memory.sheet);
  settle_leaves(node);
  return travelled_;
}

/// Makes the rays of the leaves that are awake ready; returns how many. Neighbouring leaves have
/// neighbouring rays, so runs of them are done at once.
int ProximitySearch::ready_leaves(int node) {
  const RayNode& here = rays_.nodes[node];
  const double risen = memories_[node].risen;
  int count = 0;
  ready_leaves_.clear();
  for (int leaf = here.first_leaf; leaf < here.last_leaf; ++leaf) {
    if (risen < leaf_wakes_at_[leaf]) continue;
    const int first = leaf_rays_[leaf], first_place = count;
    for (; leaf < here.last_leaf && !(risen < leaf_wakes_at_[leaf]); ++leaf) {
      const int rays = leaf_rays_[leaf + 1] - leaf_rays_[leaf];
      ready_leaves_.push_back({leaf, count, count + rays});
      count += rays;
    }
    make_ready(arrays_, first, count - first_place, frame_.X_TC_numbers, ready_, first_place);
    for (int place = first_place; place < count; ++place) {
      ready_rays_[place] = first + place - first_place;
      ready_.triangle[place] = std::max(0, crossed_[ready_rays_[place]]);
    }
  }
  return count;
}

/// Finds the triangle that each ready ray crosses, walking on from the one it crossed last.
void ProximitySearch::cross_all(int count, const Sheet& sheet) {
  const auto triangles = target_->triangles();
  const Certainty certainty{sheet.clear_weight, sheet.clear};
  cross_in_order(ready_, count, triangles, certainty);
  walking_.clear();
  for (int i = 0; i < count; ++i) {
    if (crossed_[ready_rays_[i]] < 0) {
      ready_.outcome[i] = k_unclear;
    } else if (ready_.outcome[i] < k_inside) {
      walking_.push_back(i);
    }
  }
  for (int steps = 0; steps < k_longest_walk && !walking_.empty(); ++steps) {
    std::size_t left = 0;
    for (const int i : walking_) {
      const int across = prover_.links()[ready_.triangle[i]][ready_.outcome[i]];
      ready_.outcome[i] = k_unclear;
      if (across < 0) continue;
      ready_.triangle[i] = across;
      walking_[left++] = i;
    }
    walking_.resize(left);
    cross_listed(ready_, walking_, triangles, certainty);
    left = 0;
    for (const int i : walking_) {
      if (ready_.outcome[i] < k_inside) walking_[left++] = i;
    }
    walking_.resize(left);
  }
}

void ProximitySearch::settle_leaves(int node) {
  Memory& memory = memories_[node];
  for (const auto& leaf : ready_leaves_) settle_leaf(memory, leaf);
  const RayNode& here = rays_.nodes[node];
  memory.wakes_at = *std::min_element(leaf_wakes_at_.begin() + here.first_leaf,
                                      leaf_wakes_at_.begin() + here.last_leaf);
}

/// Decides from the crossings which rays hit, and for how long the leaf can be left out.
void ProximitySearch::settle_leaf(const Memory& memory, const std::array<int, 3>& ready_leaf) {
  const auto& [leaf, first, last] = ready_leaf;
  const ProximityWindow& window = frame_.window;
  const double lowest = std::min(0.0, window.min_proximity);
  double highest = -k_never;
  const bool is_plain = memory.sheet.leaves && !window.two_sided;
  bool any_hit = false, all_crossed = true;
  for (int i = first; i < last; ++i) {
    const int ray = ready_rays_[i];
    const double distance = ready_.distance[i];
    const bool is_inside = ready_.outcome[i] == k_inside;
    crossed_[ray] = is_inside ? ready_.triangle[i] : -1;  // if not, until there is a new sheet
    if (!is_inside || (!(distance > 0) && !memory.sheet.is_free_beyond)) {
      all_crossed = false;
      any_hit |= search_target(ray);
      continue;
    }
    highest = std::max(highest, distance);
    if (distance < lowest) continue;
    const int triangle = target_->triangles()[ready_.triangle[i]].index;
    if (is_plain && distance > 0) {  // the same, made short
      if (distance > window.max_proximity || distance < window.min_proximity) continue;
      any_hit = true;
      keep(ray, {-1, triangle, distance});
      continue;
    }
    any_hit |= keep(ray, decide_single_crossing(window, triangle, distance, memory.sheet.leaves));
  }
  double idle = 0;
  if (all_crossed) {
    idle = std::max(0.0, lowest - highest);
  } else if (!any_hit && memory.risen >= leaf_restless_until_[leaf]) {
    // A gap closes by no more than the motion, and the turn that the sheet allows.
    const RayCluster& rays = rays_.nodes[rays_.leaves[leaf]].rays;
    const RayPrism prism =
        enclose(rays, frame_.reach, frame_.X_TC, target_->space(), 2 * memory.sheet.turn);
    const double gap = separation(prism, *target_, 0, worthwhile_gap());
    idle = gap > 0 ? std::min(1.0, memory.rise_across) * gap : 0;
    leaf_restless_until_[leaf] = memory.risen + std::max(idle, k_restlessness * rays.width());
  }
  leaf_wakes_at_[leaf] = memory.risen + idle;
}

double ProximitySearch::trace_single(int node) {
  const RayCluster& rays = rays_.nodes[node].rays;
  bool any_hit = false;
  for (int r = rays.first; r < rays.last; ++r) any_hit |= search_target(r);
  return !any_hit && fall_asleep(node, 0) ? memories_[node].until : travelled_;
}

/// Decides by searching the whole target.
bool ProximitySearch::search_target(int ray) {
  const Eigen::Vector3d origin_C{arrays_.origin[0][ray], arrays_.origin[1][ray],
                                 arrays_.origin[2][ray]};
  const Eigen::Vector3d normal_C{arrays_.normal[0][ray], arrays_.normal[1][ray],
                                 arrays_.normal[2][ray]};
  return keep(ray, decide_by_rays(inward_ray(frame_.X_TC, origin_C, normal_C), frame_.window,
                                  [&](const Ray& line, const DistanceRange& range) {
                                    RayHit hit;
                                    keep_nearest(line, *target_, range, hit);
                                    return hit;
                                  }));
}

/// Returns whether there is a hit to be kept.
bool ProximitySearch::keep(int ray, const ProximityHit& hit) {
  if (hit.target_triangle < 0) return false;
  const int triangle = casting_triangles_[ray];
  found_[triangle] = {triangle, hit.target_triangle, hit.proximity};
  const int word = triangle / 64;
  found_bits_[word] |= std::uint64_t{1} << (triangle % 64);
  found_words_[word / 64] |= std::uint64_t{1} << (word % 64);
  return true;
}

void ProximitySearch::collect(std::vector<ProximityHit>& hits) {
  for (std::size_t i = 0; i < found_words_.size(); ++i) {
    for (std::uint64_t words = found_words_[i]; words != 0; words &= words - 1) {
      const std::size_t word = i * 64 + std::countr_zero(words);
      for (std::uint64_t found = found_bits_[word]; found != 0; found &= found - 1) {
        hits.push_back(found_[word * 64 + std::countr_zero(found)]);
      }
      found_bits_[word] = 0;
    }
    found_words_[i] = 0;
  }
}

}  // namespace condyle
