#include "condyle/collision/proximity_search.h"

#include <algorithm>
#include <limits>

#include "condyle/collision/bundle_group.h"
#include "condyle/collision/candidate_test.h"
#include "condyle/collision/proximity_rule.h"
#include "condyle/collision/ray_cluster.h"
#include "condyle/collision/search_step.h"

namespace condyle {
namespace {

/// Rows for which there is room at first: untouched memory costs nothing.
constexpr int k_rows_of_a_ray = 8;

/// Distances are sought as far as so many steps take.
constexpr double k_steps_to_sleep = 100;

/// What is nearer than that is not worth sleeping.
constexpr double k_least_steps = 4;

/// What could not sleep is not asked again before the mesh has travelled this part of its width.
constexpr double k_restlessness = 0.5;

/// When so much has been travelled, in sizes of the mesh, sums of displacements start anew.
constexpr double k_farthest_travel = 1e6;

/// Rays that reach farther than before are given so much more at once.
constexpr double k_spare_reach = 1.25;

}  // namespace

/// The walk over the hierarchy of rays.
class ProximitySearch::Walk {
 public:
  Walk(const CastingRays& rays, const TriangleTree& target);
  void renew(const CastingRays& rays);
  void find(const Pose& X_CT, const ProximityWindow& window, std::vector<ProximityHit>& hits);

 private:
  /// What is known of a node of the hierarchy of rays. Displacements are those of the whole mesh.
  struct Memory {
    double until = -1;            ///< nothing of the node can be hit before [m]
    double no_sleep_before = -1;  ///< when it is worth while to ask for its distance again [m]
    double gap = 0;               ///< of the target, at the pose [m]; 0: unknown
    Pose X_TC = Pose::Identity();
  };

  void take(const CastingRays& rays);
  bool begin(const Pose& X_CT, const ProximityWindow& window);
  bool set_reach(const ProximityWindow& window);
  void forget();
  double visit(int node);
  double visit_children(int node);
  double visit_group(int node);
  bool fall_asleep(int node);
  bool sleeps_on(int node);
  Ball ball(int node) const;

  const TriangleTree* target_;
  RayTree tree_;
  std::vector<CastingRay> rays_;     ///< in the order of the tree
  std::vector<BundleGroup> groups_;  ///< of its groups
  std::vector<Memory> memories_;     ///< of its nodes down to the groups
  double extent_C_ = 0;              ///< no ray's origin has a coordinate beyond [m]

  bool is_first_ = true;
  SearchStep step_;
  BundleMotions moved_;  ///< of the group being visited
  RowRing rows_;
  CandidateTest tests_;
};

ProximitySearch::Walk::Walk(const CastingRays& rays, const TriangleTree& target)
    : target_(&target),
      tree_(make_ray_tree(rays)),
      rows_(k_rows_of_a_ray * static_cast<int>(rays.origins.size())),
      tests_(rays.origins.size()) {
  take(rays);
}

void ProximitySearch::Walk::renew(const CastingRays& rays) {
  refit(tree_, rays);
  take(rays);
}

void ProximitySearch::Walk::take(const CastingRays& rays) {
  is_first_ = true;
  if (tree_.nodes.empty()) return;
  put_in_order(rays, tree_.order, rays_);
  extent_C_ = largest_coordinate(rays);
  step_.space = target_->space();
  step_.casting = ball_about(tree_.nodes.front().rays, 0);
  memories_.resize(tree_.first_bundle);
  groups_.resize(tree_.group_count());
  for (int g = 0; g < tree_.group_count(); ++g) {
    const RayNode& node = tree_.nodes[tree_.first_group + g];
    const auto bundles = std::span(tree_.nodes).subspan(node.first_child, node.child_count);
    groups_[g].take(bundles, rays_, step_);
  }
}

void ProximitySearch::Walk::find(const Pose& X_CT, const ProximityWindow& window,
                                 std::vector<ProximityHit>& hits) {
  hits.clear();
  if (tree_.nodes.empty() || target_->triangles().empty() || !begin(X_CT, window)) return;
  tests_.begin(step_.X_TC, window, *step_.run, rays_, target_->triangles());
  rows_.begin_step();
  visit(0);
  tests_.give(hits);
}

/// Takes the motion since the last call to account. False where the pose is not a number.
bool ProximitySearch::Walk::begin(const Pose& X_CT, const ProximityWindow& window) {
  const Pose X_TC_before = step_.X_TC;
  step_.X_TC = target_from_casting(X_CT);
  if (!step_.X_TC.matrix().allFinite()) {
    step_.X_TC.setIdentity();
    is_first_ = true;
    return false;
  }
  step_.run = &search_kernels();
  step_.target = target_->packed();
  const bool reaches_farther = set_reach(window);
  const double size = extent_C_ + longest(step_.reach);
  step_.motion = motion_between(X_TC_before, step_.X_TC, size);
  step_.moved = displacement(step_.motion, ball(0));
  step_.travelled += step_.moved;
  step_.is_steady = !is_first_;
  if (step_.is_steady) step_.last_step = X_TC_before.inverse(Eigen::Isometry) * step_.X_TC;
  const double most = k_farthest_travel * (step_.casting.radius + longest(step_.reach));
  if (is_first_ || reaches_farther || !(step_.travelled < most)) forget();
  is_first_ = false;
  return true;
}

/// True where all that is known is of another reach.
bool ProximitySearch::Walk::set_reach(const ProximityWindow& window) {
  const RayReach asked = reach_of(window);
  const auto fits = [](double has, double wants) { return wants <= has && has <= 2 * wants; };
  RayReach& has = step_.reach;
  if (fits(has.inward, asked.inward) && fits(has.outward, asked.outward)) return false;
  const double more = is_first_ ? 1 : k_spare_reach;
  if (!fits(has.inward, asked.inward)) has.inward = more * asked.inward;
  if (!fits(has.outward, asked.outward)) has.outward = more * asked.outward;
  return true;
}

void ProximitySearch::Walk::forget() {
  step_.travelled = 0;
  std::fill(memories_.begin(), memories_.end(), Memory{});
  for (BundleGroup& group : groups_) group.forget();
}

/// Returns the value of travelled before which nothing of the node can be hit.
double ProximitySearch::Walk::visit(int node) {
  const Memory& memory = memories_[node];
  if (step_.travelled < memory.until || sleeps_on(node)) return memory.until;
  if (node >= tree_.first_group) return visit_group(node);
  if (step_.travelled >= memory.no_sleep_before && fall_asleep(node)) return memory.until;
  return visit_children(node);
}

/// Asleep while all of its children are.
double ProximitySearch::Walk::visit_children(int node) {
  const RayNode& parent = tree_.nodes[node];
  double until = std::numeric_limits<double>::infinity();
  for (int i = 0; i < parent.child_count; ++i)
    until = std::min(until, visit(parent.first_child + i));
  return memories_[node].until = until;
}

double ProximitySearch::Walk::visit_group(int node) {
  BundleGroup& group = groups_[node - tree_.first_group];
  if (!group.holds(step_, moved_)) {
    if (fall_asleep(node)) return memories_[node].until;
    group.renew(tree_.nodes[node].rays, step_, moved_);
  }
  return memories_[node].until = group.trace(step_, moved_, rows_, tests_);
}

/// Sleeps if the target is not near, for as long as its distance lasts.
bool ProximitySearch::Walk::fall_asleep(int node) {
  const RayCluster& rays = tree_.nodes[node].rays;
  const double pace = displacement(step_.motion, ball(node));
  const bool jumps = !step_.is_steady || pace > rays.width();  // then only this step counts
  const double tiny = 1e-3 * (rays.radius + longest(step_.reach));
  const double worthwhile = jumps ? tiny : std::max(k_steps_to_sleep * pace, tiny);
  const Beam beam = beam_of(rays, step_.X_TC, step_);
  const int top = step_.target.levels - 1, first = 0;
  const float gap =
      step_.run->distance(step_.target, top, &first, 1, beam, step_.space.length(worthwhile));
  Memory& memory = memories_[node];
  memory.gap = gap / step_.space.scale;
  memory.X_TC = step_.X_TC;
  memory.no_sleep_before = step_.travelled + k_restlessness * rays.width();
  const double least = jumps ? 0 : k_least_steps * pace;
  if (!(gap > 0) || memory.gap < least) {
    memory.gap = 0;
    return false;
  }
  memory.until = step_.travelled + memory.gap;
  return true;
}

/// The mesh may have travelled farther than this node got from where it fell asleep.
bool ProximitySearch::Walk::sleeps_on(int node) {
  Memory& memory = memories_[node];
  if (!(memory.gap > 0)) return false;
  const double size = extent_C_ + longest(step_.reach);
  const double left =
      memory.gap - displacement(motion_between(memory.X_TC, step_.X_TC, size), ball(node));
  if (left > 0)
    memory.until = step_.travelled + left;
  else
    memory.gap = 0;
  return left > 0;
}

/// Holds all that the rays of a node reach, in the casting frame.
Ball ProximitySearch::Walk::ball(int node) const {
  return ball_about(tree_.nodes[node].rays, longest(step_.reach));
}

ProximitySearch::ProximitySearch(const CastingRays& rays, const TriangleTree& target)
    : walk_(std::make_unique<Walk>(rays, target)) {}

ProximitySearch::ProximitySearch(ProximitySearch&&) noexcept = default;
ProximitySearch& ProximitySearch::operator=(ProximitySearch&&) noexcept = default;
ProximitySearch::~ProximitySearch() = default;

void ProximitySearch::renew(const CastingRays& rays) { walk_->renew(rays); }

void ProximitySearch::find(const Pose& X_CT, const ProximityWindow& window,
                           std::vector<ProximityHit>& hits) {
  walk_->find(X_CT, window, hits);
}

}  // namespace condyle
