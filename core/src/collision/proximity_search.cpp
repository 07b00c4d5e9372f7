#include "core/src/collision/proximity_search.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>

#include "core/src/base/pose_inverse.h"
#include "core/src/collision/bundle_group.h"
#include "core/src/collision/candidate_test.h"
#include "core/src/collision/proximity_rule.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/collision/search_rays.h"
#include "core/src/collision/search_step.h"
#include "core/src/threads/share.h"

namespace condyle {
namespace {

/// Rows per ray for which a search has memory, of which it uses what it needs.
constexpr int k_rows_of_a_ray = 4;

/// Distances are measured up to the motion of this many steps.
constexpr double k_steps_to_sleep = 100;

/// A node sleeps only if its distance lasts for at least this many steps.
constexpr double k_least_steps = 4;

/// After a node could not sleep, its distance is measured again when the mesh has moved this
/// fraction of the node's width.
constexpr double k_restlessness = 0.5;

/// If the reach must change, it becomes this multiple of the reach needed, so that it lasts.
constexpr double k_spare_reach = 1.25;

/// A reach that is more than twice what is asked for is given up after this many calls in a row.
constexpr int k_calls_with_spare = 8;

/// Threads share the groups after this many calls in a row that took long. A single one may have
/// taken long because the machine was busy.
constexpr int k_long_calls = 3;

/// Parts per thread, so that a thread that finishes early finds more work.
constexpr int k_parts_of_a_thread = 8;

/// Subtracts a displacement of the parent [m] from the remaining distances of its
/// children. Returns the children with no distance left, one bit each.
unsigned subtract(Siblings& children, double displacement) {
  unsigned awake = 0;
  for (int i = 0; i < geometry::k_bundle; ++i) {
    children.left[i] -= displacement;
    awake |= static_cast<unsigned>(children.left[i] < 0) << i;
  }
  return awake;
}

// What a search needs only while it runs is the thread's, not its own.

std::span<ProximityHit> slots_for(std::size_t rays) {
  thread_local std::vector<ProximityHit> slots;
  if (slots.size() < rays) slots.resize(rays);
  return std::span(slots).first(rays);
}

CandidateTest& candidate_test() {
  thread_local CandidateTest test;
  return test;
}

}  // namespace

/// The walk over the hierarchy of rays: down to the groups that are awake; then each of these, in
/// parts that threads may share; then back up.
class ProximitySearch::Walk {
 public:
  Walk(const CastingRays& rays, const geometry::TriangleTree& target);
  void renew(const CastingRays& rays);
  void set_threads(int threads, double worthwhile);
  void set_look_ahead(bool looks_ahead) { step_.looks_ahead = looks_ahead; }
  void find(const Pose& X_CT, const ProximityWindow& window, std::vector<ProximityHit>& hits);

 private:
  /// The state of a node of the hierarchy of rays. Lengths in [m].
  struct Memory {
    double left = k_awake;            ///< remaining distance when the node was last visited
    double displacement_pending = 0;  ///< displacement not yet subtracted from its children
    /// Measuring the gap again is not worthwhile until SearchStep::travelled reaches this value.
    double no_sleep_before = -1;
    double gap = k_awake;  ///< gap to the target at pose X_TC; negative: unknown
    Pose X_TC = Pose::Identity();
  };

  /// A node whose children in `awake`, one bit each, have been visited.
  struct Visit {
    int node;
    unsigned awake;
  };

  /// A group that is awake.
  struct Waiting {
    int node;
    bool slept;
  };

  /// One group in every parts_.size(), for one thread. The groups keep their rows here from step to
  /// step, so a group always belongs to the same part.
  struct alignas(64) Part {
    RowRing rows;
    HitCollector found;
    std::chrono::steady_clock::duration took{};
  };

  void take(const CastingRays& rays);
  void make_parts(std::size_t most);
  bool begin(const Pose& X_CT, const ProximityWindow& window);
  bool set_reach(const ProximityWindow& window);
  void forget();
  void wake_children(int node);
  void visit(int node, double left);
  void visit_children(int node, bool slept);
  void visit_parts();
  void visit_part(std::size_t part);
  void visit_group(const Waiting& waiting, RowRing& rows, CandidateTest& tests);
  double look(const Waiting& waiting, RowRing& rows, CandidateTest& tests);
  void update_distances();
  void give(std::vector<ProximityHit>& hits);
  double fall_asleep(int node);
  double sleep_on(int node);
  Ball ball(int node) const;

  const geometry::TriangleTree* target_;
  SearchRays casting_;
  std::span<const CastingRay> rays_;  ///< rays in the order of the tree
  int first_group_ = 0;               ///< RayTree::first_group
  std::vector<RayNode> nodes_;        ///< those of the tree above its bundles, swept
  std::vector<BundleGroup> groups_;   ///< the groups of the tree
  std::vector<Memory> memories_;      ///< per node of the tree, down to the groups
  std::vector<Siblings> siblings_;    ///< per node above the groups: its children
  double left_ = k_awake;             ///< remaining distance of the root [m]
  double extent_C_ = 0;               ///< largest coordinate of a ray's origin, in magnitude [m]

  bool is_first_ = true;
  bool is_swept_ = false;  ///< the clusters that fan out have a swept box
  SearchStep step_;
  int calls_with_spare_ = 0;  ///< calls in a row that asked for less than half the reach
  ProximityWindow window_;
  std::vector<Visit> visits_;      ///< parents before their children
  std::vector<Waiting> waiting_;   ///< the groups to visit
  std::vector<Part> parts_;        ///< one until threads share the groups
  std::span<ProximityHit> slots_;  ///< room for hits, in a call

  int threads_ = 1;
  double worthwhile_ = 0;  ///< [s]
  int long_calls_ = 0;     ///< calls in a row in which visiting the groups took longer
};

ProximitySearch::Walk::Walk(const CastingRays& rays, const geometry::TriangleTree& target)
    : target_(&target), casting_(rays) {
  take(rays);
}

void ProximitySearch::Walk::renew(const CastingRays& rays) {
  casting_.renew(rays);
  take(rays);
}

void ProximitySearch::Walk::take(const CastingRays& rays) {
  is_first_ = true;
  is_swept_ = false;
  const RayTree& tree = casting_.tree();
  if (tree.nodes.empty()) return;
  rays_ = casting_.rays();
  extent_C_ = largest_coordinate(rays);
  step_.space = target_->space();
  first_group_ = tree.first_group;
  nodes_.assign(tree.nodes.begin(), tree.nodes.begin() + tree.first_bundle);
  step_.casting = ball_about(nodes_.front().rays, 0);
  memories_.resize(nodes_.size());
  siblings_.resize(first_group_);
  groups_.resize(tree.group_count());
  const RaysInUnits& placed = casting_.placed(step_.space.scale);
  for (int g = 0; g < tree.group_count(); ++g) groups_[g].take(tree, placed, g);
  visits_.reserve(first_group_);
  waiting_.reserve(groups_.size());
  if (parts_.empty()) make_parts(1);
}

void ProximitySearch::Walk::set_threads(int threads, double worthwhile) {
  worthwhile_ = worthwhile;
  if (threads == threads_) return;
  threads_ = threads;
  long_calls_ = 0;
  if (parts_.size() > 1) make_parts(1);
}

/// Forgets all rows.
void ProximitySearch::Walk::make_parts(std::size_t most) {
  is_first_ = true;
  parts_.clear();
  const std::size_t count = std::min(most, groups_.size());
  for (std::size_t i = 0; i < count; ++i)
    parts_.push_back(
        {RowRing(k_rows_of_a_ray * std::ssize(rays_) / static_cast<std::ptrdiff_t>(count)),
         HitCollector(rays_.size())});
}

void ProximitySearch::Walk::find(const Pose& X_CT, const ProximityWindow& window,
                                 std::vector<ProximityHit>& hits) {
  hits.clear();
  if (nodes_.empty() || target_->triangles().empty()) return;
  if (long_calls_ >= k_long_calls && parts_.size() == 1)
    make_parts(static_cast<std::size_t>(k_parts_of_a_thread * threads_));
  if (!begin(X_CT, window) || left_ >= 0) return;
  window_ = window;
  slots_ = slots_for(rays_.size());
  visits_.clear();
  waiting_.clear();
  visit(0, left_);
  visit_parts();
  update_distances();
  give(hits);
}

/// Accounts for the motion since the last call. Returns false if the pose is not finite, or so far
/// away that the square of a distance may not be.
bool ProximitySearch::Walk::begin(const Pose& X_CT, const ProximityWindow& window) {
  const Pose X_TC_before = step_.X_TC;
  step_.X_TC = target_from_casting(X_CT);
  constexpr double k_farthest = 1e150;  // [m]
  if (!(step_.X_TC.matrix().array().abs() < k_farthest).all()) {
    step_.X_TC.setIdentity();
    is_first_ = true;
    return false;
  }
  step_.run = &search_kernels();
  step_.two_sided = window.two_sided;
  step_.target = target_->packed();
  const bool reaches_farther = set_reach(window);
  // On a surface that deforms in every step this would cost more than it gains.
  if (is_swept_ ? reaches_farther : !is_first_) {
    sweep(nodes_, rays_, step_.reach);
    is_swept_ = true;
  }
  const double size = extent_C_ + longest(step_.reach);
  step_.motion = motion_between(X_TC_before, step_.X_TC, size);
  const double moved = displacement(step_.motion, ball(0));
  left_ -= moved;
  step_.travelled += moved;
  step_.is_steady = !is_first_;
  note_displacement(step_, moved);
  const double most = k_farthest_travel * (step_.casting.radius + longest(step_.reach));
  if (is_first_ || reaches_farther || !(step_.travelled < most)) forget();
  is_first_ = false;
  if (left_ >= 0) return true;
  step_.mesh_motion = plain(step_.motion);
  if (step_.is_steady) step_.last_step = inverse_of(X_TC_before) * step_.X_TC;
  return true;
}

/// Sets the reach of the rays. Returns true if it changed, which makes all stored distances and
/// lists invalid. So a reach longer than is asked for is kept for a few calls: a caller that
/// searches over a whole time step, and then over parts of it, asks for long and short reaches by
/// turns.
bool ProximitySearch::Walk::set_reach(const ProximityWindow& window) {
  const RayReach asked = reach_of(window);
  const auto fits = [](double has, double wants) { return wants <= has && has <= 2 * wants; };
  RayReach& has = step_.reach;
  const bool is_enough = asked.inward <= has.inward && asked.outward <= has.outward;
  const bool is_spare = has.inward > 2 * asked.inward || has.outward > 2 * asked.outward;
  calls_with_spare_ = is_enough && is_spare ? calls_with_spare_ + 1 : 0;
  if (is_enough && calls_with_spare_ <= k_calls_with_spare) return false;
  const double more = is_first_ ? 1 : k_spare_reach;
  if (!fits(has.inward, asked.inward)) has.inward = more * asked.inward;
  if (!fits(has.outward, asked.outward)) has.outward = more * asked.outward;
  calls_with_spare_ = 0;
  return true;
}

void ProximitySearch::Walk::forget() {
  step_.travelled = 0;
  left_ = k_awake;
  std::fill(memories_.begin(), memories_.end(), Memory{});
  for (int node = 0; node < first_group_; ++node) wake_children(node);
  for (BundleGroup& group : groups_) group.forget();
}

/// Visits a node that has no distance left. If the node stays awake, update_distances() sets its
/// new remaining distance once all groups have been visited.
void ProximitySearch::Walk::visit(int node, double left) {
  Memory& memory = memories_[node];
  const bool slept = memory.left >= 0;
  if (slept) memory.displacement_pending += memory.left - left;
  if (node >= first_group_) return waiting_.push_back({node, slept});
  memory.left = sleep_on(node);
  if (memory.left < 0 && step_.travelled >= memory.no_sleep_before) memory.left = fall_asleep(node);
  if (memory.left < 0) visit_children(node, slept);
}

void ProximitySearch::Walk::visit_children(int node, bool slept) {
  const RayNode& parent = nodes_[node];
  Siblings& children = siblings_[node];
  const unsigned awake = slept ? subtract(children, memories_[node].displacement_pending)
                               : step_.run->subtract(children, step_.mesh_motion);
  memories_[node].displacement_pending = 0;
  visits_.push_back({node, awake});
  for (unsigned rest = awake; rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    visit(parent.first_child + i, children.left[i]);
  }
}

void ProximitySearch::Walk::visit_parts() {
  const int threads = long_calls_ > 0 ? threads_ : 1;
  share(threads, parts_.size(), [this](std::size_t p) { visit_part(p); });
  double took = 0;  // on all threads
  for (const Part& part : parts_) took += std::chrono::duration<double>(part.took).count();
  long_calls_ = took > worthwhile_ ? long_calls_ + 1 : 0;
}

/// Reads the clock only if threads may share the next call.
void ProximitySearch::Walk::visit_part(std::size_t p) {
  using Clock = std::chrono::steady_clock;
  Part& part = parts_[p];
  const bool is_timed = threads_ > 1;
  const auto start = is_timed ? Clock::now() : Clock::time_point{};
  part.found.begin(slots_);
  CandidateTest& tests = candidate_test();
  tests.begin(step_.X_TC, window_, *step_.run, rays_, target_->triangles(), part.found);
  part.rows.begin_step();
  for (const Waiting& waiting : waiting_)
    if (static_cast<std::size_t>(waiting.node - first_group_) % parts_.size() == p)
      visit_group(waiting, part.rows, tests);
  tests.finish();
  if (is_timed) part.took = Clock::now() - start;
}

void ProximitySearch::Walk::visit_group(const Waiting& waiting, RowRing& rows,
                                        CandidateTest& tests) {
  double& left = memories_[waiting.node].left;
  left = sleep_on(waiting.node);
  if (left < 0) left = look(waiting, rows, tests);
}

double ProximitySearch::Walk::look(const Waiting& waiting, RowRing& rows, CandidateTest& tests) {
  const int node = waiting.node;
  BundleGroup& group = groups_[node - first_group_];
  Memory& memory = memories_[node];
  group.subtract(waiting.slept ? memory.displacement_pending
                               : displacement(step_.motion, ball(node)));
  memory.displacement_pending = 0;
  BundleMotions moved;
  if (!group.holds(step_, moved)) {
    if (const double left = fall_asleep(node); left >= 0) return left;
    group.renew(nodes_[node].rays, step_, moved);
  }
  return group.trace(step_, moved, rows, tests);
}

/// Sets the remaining distance of each visited node to the least of its children's.
void ProximitySearch::Walk::update_distances() {
  for (std::size_t v = visits_.size(); v-- > 0;) {
    const auto [node, awake] = visits_[v];
    const RayNode& parent = nodes_[node];
    Siblings& children = siblings_[node];
    for (unsigned rest = awake; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      children.left[i] = memories_[parent.first_child + i].left;
    }
    memories_[node].left = *std::min_element(children.left, children.left + parent.child_count);
  }
  left_ = memories_[0].left;
}

void ProximitySearch::Walk::give(std::vector<ProximityHit>& hits) {
  HitCollector& found = parts_.front().found;
  for (std::size_t p = 1; p < parts_.size(); ++p) found.take(parts_[p].found);
  found.give(hits);
}

/// Puts the node to sleep if the target is not near. The node sleeps until its motion may have
/// closed the gap.
double ProximitySearch::Walk::fall_asleep(int node) {
  const RayCluster& rays = nodes_[node].rays;
  const double pace = displacement(step_.motion, ball(node));
  // When the mesh jumps, the gap need not last beyond this step.
  const bool jumps = !step_.is_steady || pace > rays.width();
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
  if (!(gap > 0) || memory.gap < least) memory.gap = k_awake;
  return memory.gap;
}

/// Lets the node sleep on if it is still closer to where it fell asleep than the gap: the sum of
/// displacements may exceed the distance between the two poses.
double ProximitySearch::Walk::sleep_on(int node) {
  Memory& memory = memories_[node];
  if (memory.gap < 0) return k_awake;
  const double size = extent_C_ + longest(step_.reach);
  const double left =
      memory.gap - displacement(motion_between(memory.X_TC, step_.X_TC, size), ball(node));
  if (left > 0) return left;
  return memory.gap = k_awake;
}

void ProximitySearch::Walk::wake_children(int node) {
  const RayNode& parent = nodes_[node];
  Siblings& children = siblings_[node];
  std::fill_n(children.left, geometry::k_bundle, std::numeric_limits<double>::infinity());
  std::fill_n(children.left, parent.child_count, k_awake);
  for (int i = 0; i < parent.child_count; ++i) {
    const Ball child = ball(parent.first_child + i);
    for (int k = 0; k < 3; ++k) children.center[k][i] = child.center[k];
    children.radius[i] = child.radius;
  }
}

/// A ball around everything that the node's rays reach, in the casting frame.
Ball ProximitySearch::Walk::ball(int node) const {
  return ball_about(nodes_[node].rays, longest(step_.reach));
}

ProximitySearch::ProximitySearch(const CastingRays& rays, const geometry::TriangleTree& target)
    : walk_(std::make_unique<Walk>(rays, target)) {}

ProximitySearch::ProximitySearch(ProximitySearch&&) noexcept = default;
ProximitySearch& ProximitySearch::operator=(ProximitySearch&&) noexcept = default;
ProximitySearch::~ProximitySearch() = default;

void ProximitySearch::renew(const CastingRays& rays) { walk_->renew(rays); }

void ProximitySearch::set_threads(int threads, double worthwhile) {
  walk_->set_threads(threads, worthwhile);
}

void ProximitySearch::set_look_ahead(bool looks_ahead) { walk_->set_look_ahead(looks_ahead); }

void ProximitySearch::find(const Pose& X_CT, const ProximityWindow& window,
                           std::vector<ProximityHit>& hits) {
  walk_->find(X_CT, window, hits);
}

namespace {

/// `for_each(ray, range, visit)` visits the triangles that the ray may meet.
template <class ForEach>
ProximityHit meet_any(const geometry::Ray& inward, const ProximityWindow& window,
                      const ForEach& for_each) {
  return decide_by_rays(inward, window,
                        [&](const geometry::Ray& ray, const geometry::DistanceRange& range) {
                          geometry::RayHit hit;
                          const geometry::ShearedRay line = sheared(ray);
                          for_each(ray, range, [&](const geometry::TreeTriangle& triangle) {
                            keep_nearest(line, plain(triangle), range, hit);
                          });
                          return hit;
                        });
}

}  // namespace

ProximityHit meet_one(const geometry::Ray& inward, const geometry::TriangleTree& target,
                      const ProximityWindow& window) {
  return meet_any(inward, window, [&](const auto& ray, const auto& range, const auto& visit) {
    target.for_each_along(ray, range.highest, visit);
  });
}

ProximityHit meet_among(const geometry::Ray& inward,
                        std::span<const geometry::TreeTriangle* const> triangles,
                        const ProximityWindow& window) {
  return meet_any(inward, window, [&](const auto&, const auto&, const auto& visit) {
    for (const geometry::TreeTriangle* const triangle : triangles) visit(*triangle);
  });
}

}  // namespace condyle
