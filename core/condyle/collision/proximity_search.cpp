#include "condyle/collision/proximity_search.h"

#include <algorithm>
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
constexpr double k_widest_margin = 0.5;

/// Where there was no sheet none is tried before the mesh has travelled so many widths.
constexpr double k_patience = 12;

/// And what could not sleep is not asked again before so many.
constexpr double k_restlessness = 1;

/// Step, in widths, from which on no sheets are made.
constexpr double k_most_motion = 0.25;

/// A step of so many sizes of the mesh, or more, says nothing of the next.
constexpr double k_jump = 0.25;

/// Sums of turns start anew when they are so large, and every step counts at least so much, so that
/// rounding loses nothing.
constexpr double k_most_turns = 64;
constexpr double k_least_turn = 0x1p-40;

/// How much of a sheet's margin is laid ahead of the motion, and the turn that is.
constexpr double k_part_ahead = 0.9;
constexpr double k_turn_ahead = 0.04;

/// Lengths along the mean ray count at most so many times as much as those across it.
constexpr double k_most_weight = 8;

/// What is nearer than so many steps of motion is not worth sleeping.
constexpr double k_steps_to_sleep = 4;

/// When so much has been travelled, in sizes of the mesh, sums of displacements start anew.
constexpr double k_farthest = 1e6;

double largest_coordinate(std::span<const Eigen::Vector3d> points) {
  double largest = 0;
  for (const Eigen::Vector3d& point : points) {
    largest = std::max(largest, point.cwiseAbs().maxCoeff());
  }
  return largest;
}

}  // namespace

ProximitySearch::ProximitySearch(const CastingRays& rays, const TriangleTree& casting_tree,
                                 const SearchTarget& target)
    : target_(&target.tree),
      fixed_(new Fixed{link_triangles(target.tree, target.neighbours),
                       make_ray_tree(rays, casting_tree, k_largest_leaf)}),
      extent_C_(largest_coordinate(rays.origins)),
      memories_(fixed_->rays.nodes.size()),
      prover_(target.tree, fixed_->links),
      tracer_(rays, casting_tree, fixed_->rays, target.tree, fixed_->links, k_largest_sheet),
      found_(rays.origins.size()) {
  for (const RayNode& node : fixed_->rays.nodes) {
    if (node.rays.count() <= k_largest_sheet) {
      widest_sheet_ = std::max(widest_sheet_, node.rays.width());
    }
  }
}

void ProximitySearch::find(const Pose& X_CT, const ProximityWindow& window,
                           std::vector<ProximityHit>& hits) {
  hits.clear();
  if (fixed_->rays.nodes.empty() || target_->nodes().empty() || !begin(X_CT, window)) return;
  if (is_afresh_) {
    candidates_.assign(1, 0);
    visit_afresh(0, 0);
  } else {
    visit(0);
  }
  found_.give(hits);
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
  const double size = extent_C_ + longest(frame_.reach);
  frame_.motion = motion_between(X_TC_before, frame_.X_TC, size);
  const Eigen::AngleAxisd turned(frame_.X_TC.linear() * X_TC_before.linear().transpose());
  frame_.turn = turned.angle() * turned.axis();
  const Ball all = ball_about(fixed_->rays.nodes.front().rays, longest(frame_.reach));
  frame_.moved = displacement(frame_.motion, all);
  frame_.worthwhile_gap = frame_.moved < k_jump * all.radius ? k_steps_to_last * frame_.moved : 0;
  const bool has_jumped = !is_first_ && frame_.moved > k_most_motion * widest_sheet_;
  is_afresh_ = is_first_ || has_jumped || had_jumped_;
  had_jumped_ = has_jumped;
  travelled_ += frame_.moved + growth(reach_before, frame_.reach);
  if (is_first_ || window.two_sided != window_before.two_sided ||
      !(travelled_ < k_farthest * (all.radius + size)))
    forget();
  frame_.travelled = travelled_;
  frame_.turned += frame_.motion.turn_norm + k_least_turn;
  if (window != window_before || !(frame_.turned < k_most_turns)) {
    frame_.turned = 0;
    tracer_.wake_all();
  }
  return true;
}

void ProximitySearch::forget() {
  is_first_ = false;
  travelled_ = frame_.moved = 0;
  for (Memory& memory : memories_) memory = {};
  tracer_.wake_all();
}

/// Looks at all that does not sleep, as if nothing were known; the candidates from the first on are
/// those of the cluster that the node belongs to.
void ProximitySearch::visit_afresh(int node, int first_candidate) {
  if (travelled_ < memories_[node].until) return;
  const RayNode& here = fixed_->rays.nodes[node];
  const RayPrism prism = enclose(here.rays, frame_.reach, frame_.X_TC, target_->space());
  const auto first = static_cast<int>(candidates_.size());
  if (here.is_leaf()) {
    narrow_to_leaves(prism, *target_, first_candidate, first, candidates_);
    tracer_.search(here.rays, std::span(candidates_).subspan(first), frame_, found_);
  } else {
    const auto size = static_cast<float>(here.rays.width());
    narrow(prism, *target_, size, first_candidate, first, candidates_);
    const bool any = static_cast<int>(candidates_.size()) > first;
    for (int i = 0; any && i < here.child_count; ++i) visit_afresh(here.first_child + i, first);
  }
  candidates_.resize(first);
}

/// Returns the value of travelled_ before which nothing of the node can be hit.
double ProximitySearch::visit(int node) {
  Memory& memory = memories_[node];
  if (travelled_ < memory.until) return memory.until;
  if (memory.known == Known::asleep && sleeps_on(node)) return memory.until;
  if (memory.known == Known::sheet && holds(node)) return trace_sheet(node);
  if (memory.known == Known::single && travelled_ < memory.try_again) {
    return fixed_->rays.nodes[node].is_leaf() ? trace_single(node) : visit_children(node);
  }
  return examine(node);
}

/// A node of which nothing is known but what its children know; asleep while all of them are.
double ProximitySearch::visit_children(int node) {
  const RayNode& parent = fixed_->rays.nodes[node];
  double until = k_never;
  for (int i = 0; i < parent.child_count; ++i) {
    until = std::min(until, visit(parent.first_child + i));
  }
  Memory& memory = memories_[node];
  if (until > travelled_) memory.until = memory.try_again = until;
  return until;
}

double ProximitySearch::examine(int node) {
  const RayNode& here = fixed_->rays.nodes[node];
  Memory& memory = memories_[node];
  if (fall_asleep(node, k_steps_to_sleep)) return memory.until;
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

/// Sleeps if nothing is nearer than so many steps like the last.
///
/// What slides over a surface hardly comes nearer to it. So lengths along the mean ray, which
/// stands on the surface, count for more than those across, the more the less of the motion goes
/// that way: something is far when it is far in either. A motion takes nothing away but its own
/// measure by the same rule.
bool ProximitySearch::fall_asleep(int node, double steps) {
  Memory& memory = memories_[node];
  if (travelled_ < memory.no_sleep_before) return false;
  const RayCluster& rays = fixed_->rays.nodes[node].rays;
  const SplitDisplacement step =
      ray_displacement(frame_.motion, rays, longest(frame_.reach), frame_.X_TC);
  const bool is_known = frame_.moved > 0 && step.along > 0;
  const double weight = is_known ? std::clamp(step.whole / step.along, 1.0, k_most_weight) : 1;
  const double near = steps * std::min({std::max(weight * step.along, step.whole),
                                        weight * frame_.moved, rays.width()});
  const RayPrism prism = enclose(rays, frame_.reach, frame_.X_TC, target_->space(), 0, weight);
  const double gap = separation(prism, *target_, near, frame_.worthwhile_gap);
  if (!(gap > 0)) {
    memory.no_sleep_before = travelled_ + k_restlessness * rays.width();
    return false;
  }
  memory.known = Known::asleep;
  memory.X_TC = frame_.X_TC;
  memory.reach = frame_.reach;
  memory.gap = gap;
  memory.weight_z = weight;
  memory.until = travelled_ + gap / weight;
  return true;
}

/// The mesh may have travelled farther than this node got from where it fell asleep.
bool ProximitySearch::sleeps_on(int node) {
  Memory& memory = memories_[node];
  const double weight = memory.weight_z;
  const SplitDisplacement away = ray_displacement(
      motion_since(memory), fixed_->rays.nodes[node].rays, longest(frame_.reach), memory.X_TC);
  const double left = memory.gap - std::max(weight * away.along, away.whole) -
                      weight * growth(memory.reach, frame_.reach);
  if (!(left > 0)) return false;
  memory.until = travelled_ + left / weight;
  return true;
}

RigidMotion ProximitySearch::motion_since(const Memory& memory) const {
  return motion_between(memory.X_TC, frame_.X_TC, extent_C_ + memory.sheet.length);
}

bool ProximitySearch::make_sheet(int node) {
  const RayNode& here = fixed_->rays.nodes[node];
  const RayCluster& rays = here.rays;
  Memory& memory = memories_[node];
  const int hint = memory.sheet.start >= 0 ? tracer_.crossed_near_middle(rays) : -1;
  const double wanted = margin(rays);
  memory.X_TC = pose_ahead(rays, wanted);
  const auto sheet =
      prover_.prove(rays, frame_.reach, memory.X_TC, wanted, hint, frame_.window.two_sided);
  if (!sheet) return false;
  memory.sheet = *sheet;
  if (!holds(node)) return false;
  memory.known = Known::sheet;
  tracer_.start(here, prover_, *sheet);
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

bool ProximitySearch::holds(int node) const {
  const Memory& memory = memories_[node];
  const Sheet& sheet = memory.sheet;
  const RigidMotion motion = motion_since(memory);
  const Ball ball = ball_about(fixed_->rays.nodes[node].rays, sheet.length);
  return displacement(motion, ball) < sheet.slack && motion.turn_norm < sheet.turn &&
         frame_.reach.inward <= sheet.reach.inward && frame_.reach.outward <= sheet.reach.outward;
}

double ProximitySearch::trace_sheet(int node) {
  tracer_.trace(fixed_->rays.nodes[node], frame_, memories_[node].sheet, found_);
  return travelled_;
}

double ProximitySearch::trace_single(int node) {
  const bool any_hit = tracer_.search(fixed_->rays.nodes[node].rays, frame_, found_);
  return !any_hit && fall_asleep(node, 0) ? memories_[node].until : travelled_;
}

}  // namespace condyle
