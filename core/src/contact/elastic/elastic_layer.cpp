#include "core/src/contact/elastic/elastic_layer.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "condyle/error.h"
#include "core/src/base/checks.h"
#include "core/src/base/pose_inverse.h"
#include "core/src/base/sums_agree.h"
#include "core/src/collision/least_cosine.h"
#include "core/src/contact/elastic/slender_patches.h"
#include "core/src/contact/surface/surfaces_at_hit.h"

namespace condyle {
namespace {

/// The reach of the rays searched together changes by factors of k_rung and is at least about
/// k_least_reach times the spacing of the nodes. It becomes shorter while less than k_met_alone of
/// the rays near the contact would then be met alone, and longer if more than twice that part are
/// met alone now.
constexpr double k_rung = 1.4142135623730951, k_least_reach = 1.0 / 64, k_met_alone = 0.008;

/// Contacts with more candidates are solved in clusters: from some 800 on that is faster for a new
/// contact, and from some 1,500 on for one that moves little (condyle_bench --case elastic_growth).
constexpr std::ptrdiff_t k_most_dense = 1000;

}  // namespace

ElasticLayer::ElasticLayer(const ContactSurface& casting, const ContactSurface& target,
                           const ContactSettings& settings, const std::string& what)
    : casting_(&casting),
      target_(&target),
      setup_(layer_setup_of(casting, setup_key(casting, target, settings))),
      nodes_(setup_->nodes),
      states_(static_cast<std::size_t>(nodes_.count())),
      patches_(states_.size()),
      next_reach_(nodes_.spacing),
      pressures_(setup_->slopes),
      dense_(setup_->compliance) {
  if (!setup_->is_definite) {
    throw InputError(fmt::format(
        "{}: the compliance of {} nodes, {:.3g} m apart, is not positive definite; give another "
        "node_spacing, or a mesh without folds and slits narrower than its layer",
        what, nodes_.count(), nodes_.spacing));
  }
  figures_.nodes = nodes_.count();
  figures_.node_spacing = nodes_.spacing;
}

double ElasticLayer::reach(std::span<const ProximityHit> hits) const {
  double depth = 0;
  for (const ProximityHit& hit : hits) depth = std::max(depth, hit.proximity);
  return std::max(nodes_.spacing, setup_->swelling > 0 ? LayerSetup::k_swelling * depth : 0.0);
}

double ElasticLayer::search(const Sought& sought, const LayerSearch& search,
                            std::vector<ProximityHit>& hits) {
  double searched = std::max(sought.approach, next_reach_);
  double counts = look(searched, sought, search, hits);
  // A patch with a mean gap below widest_ has a ray with a gap below widest_, so a search up to
  // widest_ finds all such patches.
  while (widest_ > searched) {
    while (next_reach_ < widest_) next_reach_ *= k_rung;
    searched = next_reach_;
    counts = look(searched, sought, search, hits);
  }
  choose_next_reach(hits);
  return counts;
}

double ElasticLayer::look(double searched, const Sought& sought, const LayerSearch& search,
                          std::vector<ProximityHit>& hits) {
  search.find(searched);
  const double counts = std::max(sought.approach, reach(hits));
  for (const int node : met_) patches_[node] = {};
  met_.clear();
  add_met(hits, counts);
  find_near(sought);
  // Rays that patches lack have wider gaps than those found, so they can only make patches far.
  if (std::ranges::any_of(met_, [&](int node) { return lacks_rays(node); })) {
    meet_lacking(counts, search, hits);
    add_met(lacking_, counts);
    find_near(sought);
  }
  return counts;
}

/// Adds hits with gaps up to `reach` to their patches.
void ElasticLayer::add_met(std::span<const ProximityHit> hits, double reach) {
  const std::span<const double> areas = casting_->areas();
  for (const ProximityHit& hit : hits) {
    if (hit.proximity < -reach) continue;
    const int node = nodes_.node_of_triangle[hit.casting_triangle];
    const double area = areas[hit.casting_triangle];
    Patch& patch = patches_[node];
    if (patch.rays++ == 0) met_.push_back(node);
    patch.sum += area * hit.proximity;
    patch.area += area;
  }
}

/// Finds which patches are far: those whose mean gap is too wide for them to press.
void ElasticLayer::find_near(const Sought& sought) {
  double depth = 0;
  for (const int node : met_) depth = std::max(depth, patches_[node].sum / patches_[node].area);
  double swells = setup_->swelling * (depth + sought.seen);
  if (std::isfinite(sought.most_force)) swells = std::min(swells, setup_->lift * sought.most_force);
  widest_ = sought.approach + swells;
  const double far = sought.seen + swells;
  for (const int node : met_) {
    Patch& patch = patches_[node];
    patch.is_far = patch.sum < -far * patch.area;
  }
}

/// Meets the rays that patches lack one by one, and merges them into the hits.
void ElasticLayer::meet_lacking(double reach, const LayerSearch& search,
                                std::vector<ProximityHit>& hits) {
  lacking_.clear();
  for (const int node : met_) {
    if (!lacks_rays(node)) continue;
    for (const int t : nodes_.triangles_of(node)) {
      if (std::ranges::binary_search(hits, t, {}, &ProximityHit::casting_triangle)) continue;
      const ProximityHit hit = search.meet(t, reach);
      if (hit.target_triangle >= 0) lacking_.push_back(hit);
    }
  }
  std::ranges::sort(lacking_, {}, &ProximityHit::casting_triangle);
  std::size_t from = hits.size(), to = from + lacking_.size();
  hits.resize(to);
  for (std::size_t lacking = lacking_.size(); lacking > 0;) {
    const bool is_next =
        from == 0 || hits[from - 1].casting_triangle < lacking_[lacking - 1].casting_triangle;
    hits[--to] = is_next ? lacking_[--lacking] : hits[--from];
  }
}

/// The reach changes in rungs, since the lists of a search hold for one window only. A ray that is
/// met alone takes some fifteen times the work of a ray searched together with others.
void ElasticLayer::choose_next_reach(std::span<const ProximityHit> hits) {
  std::size_t beyond = 0, beyond_less = 0;
  for (const ProximityHit& hit : hits) {
    if (!(hit.proximity < -next_reach_ / k_rung) || is_far(hit)) continue;
    beyond += hit.proximity < -next_reach_;
    ++beyond_less;
  }
  int near = 0;
  for (const int node : met_) near += patches_[node].is_far ? 0 : patches_[node].rays;
  const double most = k_met_alone * near;
  if (static_cast<double>(beyond) > 2 * most)
    next_reach_ *= k_rung;
  else if (static_cast<double>(beyond_less) < most &&
           next_reach_ > k_least_reach * nodes_.spacing && next_reach_ > k_rung * widest_)
    next_reach_ /= k_rung;
}

void ElasticLayer::meet(std::span<const ProximityHit> hits, const Pose& X_CT,
                        const ContactSettings& settings) {
  hits_.assign(hits.begin(), hits.end());
  X_CT_ = X_CT;
  X_TC_ = inverse_of(X_CT);
  follows_target_ = settings.force_direction == ForceDirection::target;
  tolerance_ = settings.layer_tolerance;
  is_solved_ = false;
}

void ElasticLayer::solve() {
  find_meetings();
  average_depths();
  find_forces(tolerance_);
  take_forces();
  spread_pressure();
  CONDYLE_VALIDATE(
      agree(force_of_pressure(), std::reduce(forces_.forces.begin(), forces_.forces.end())));
  is_solved_ = true;
}

/// Finds what each ray meets, and whether it counts: it does not if it is too far from the target
/// or grazes it.
void ElasticLayer::find_meetings() {
  const double reach = this->reach(hits_);
  meetings_.resize(hits_.size());
  counts_.assign(hits_.size(), 0);
  for (std::size_t i = 0; i < hits_.size(); ++i) {
    const ProximityHit& hit = hits_[i];
    if (hit.proximity < -reach || is_far(hit)) continue;
    const Eigen::Vector3d& c = casting_->centroids()[hit.casting_triangle];
    const Eigen::Vector3d& n = casting_->normals()[hit.casting_triangle];
    const Eigen::Vector3d x = c - hit.proximity * n;
    if (follows_target_)
      meetings_[i] = {n, X_CT_.linear() * target_normal(*target_, hit.target_triangle, X_TC_, x),
                      x};
    else
      meetings_[i] = {n, n, c};
    counts_[i] = std::abs(n.dot(meetings_[i].target_normal)) >= k_least_cosine;
  }
}

void ElasticLayer::average_depths() {
  for (const int node : known_) states_[node] = {};
  known_.clear();
  for (std::size_t i = 0; i < hits_.size(); ++i) {
    if (!counts_[i]) continue;
    const int t = hits_[i].casting_triangle, node = nodes_.node_of_triangle[t];
    const double area = casting_->areas()[t];
    NodeState& state = states_[node];
    if (state.covered == 0) known_.push_back(node);
    state.covered += area;
    state.depth += area * hits_[i].proximity;
  }
  std::ranges::sort(known_);
  for (const int node : known_) states_[node].depth /= states_[node].covered;
}

void ElasticLayer::find_forces(double tolerance) {
  depths_.clear();
  parts_.clear();
  for (const int node : known_) {
    depths_.push_back(states_[node].depth);
    parts_.push_back(covered_part(states_[node].covered, nodes_.areas[node]));
  }
  const KnownNodes known{known_, depths_, parts_};
  const double least = first_candidate_depth(depths_);
  // With a table, all entries are in memory anyway.
  is_clustered_ = !compliance().has_table() && std::ranges::count_if(depths_, [&](double depth) {
                                                 return depth > least;
                                               }) > k_most_dense;
  if (is_clustered_ && !clustered_) clustered_ = std::make_unique<ClusteredForces>(*setup_);
  if (is_clustered_)
    clustered_->solve(known, tolerance, forces_);
  else
    dense_.solve(known, tolerance, forces_);
}

void ElasticLayer::take_forces() {
  pressures_.clear();
  int edge_nodes = 0;
  for (std::size_t i = 0; i < forces_.active.size(); ++i) {
    const int node = known_[forces_.active[i]];
    states_[node].force = forces_.forces[i];
    pressures_.put(node, states_[node].force / states_[node].covered);
    edge_nodes += setup_->compliance.edges().is_near(node);
  }
  pressures_.find_slopes();
  figures_.candidates = forces_.candidates;
  figures_.active_nodes = static_cast<int>(forces_.active.size());
  figures_.edge_nodes = edge_nodes;
  figures_.passes = forces_.passes;
  figures_.residual = forces_.residual;
}

std::pair<double, int> ElasticLayer::force_beside_seams() const {
  double total = 0, beside = 0;
  int node = -1;
  for (std::size_t i = 0; i < forces_.active.size(); ++i) {
    const int one = known_[forces_.active[i]], other = setup_->across_seams[one];
    total += forces_.forces[i];
    if (other < 0 || !(states_[other].force > 0)) continue;
    beside += forces_.forces[i];
    if (node < 0 || states_[one].force > states_[node].force) node = one;
  }
  return {total > 0 ? beside / total : 0, node};
}

ElasticLayer::OddPeak ElasticLayer::worst_odd_peak() const {
  const auto pressure = [&](int node) {
    return states_[node].force > 0 ? states_[node].force / states_[node].covered : 0;
  };
  double peak = 0;
  for (const int active : forces_.active) peak = std::max(peak, pressure(known_[active]));
  OddPeak worst;
  for (const int active : forces_.active) {
    const int node = known_[active];
    const auto neighbours = nodes_.neighbours.of(node);
    double highest = 0, area = 0;
    int pressing = 0;
    for (const int next : neighbours) {
      highest = std::max(highest, pressure(next));
      area += nodes_.areas[next];
      pressing += states_[next].force > 0;
    }
    const auto count = static_cast<int>(neighbours.size());
    const double excess = (pressure(node) - highest) / peak;
    if (2 * pressing <= count || !(excess > worst.excess)) continue;
    if (2 * count * nodes_.areas[node] < area || is_slender(nodes_.covariances[node]))
      worst = {excess, pressure(node) / highest, node};
  }
  return worst;
}

/// Finds the pressures of triangles, scaled so that they keep their node's force, and the gradients
/// of the nodes that press.
void ElasticLayer::spread_pressure() {
  pressure_.assign(hits_.size(), 0);
  kept_force_.assign(states_.size(), 0);
  for (std::size_t i = 0; i < hits_.size(); ++i) {
    const int t = hits_[i].casting_triangle, node = nodes_.node_of_triangle[t];
    NodeState& state = states_[node];
    if (!counts_[i] || !(state.force > 0)) continue;
    const double area = casting_->areas()[t];
    pressure_[i] = pressures_.at(node, casting_->centroids()[t]);
    kept_force_[node] += pressure_[i] * area;
    state.gradient += area / state.covered * proximity_gradient(meetings_[i]);
  }
  for (std::size_t i = 0; i < hits_.size(); ++i) {
    if (pressure_[i] == 0) continue;
    const int node = nodes_.node_of_triangle[hits_[i].casting_triangle];
    pressure_[i] *= states_[node].force / kept_force_[node];
  }
}

/// The integral of the pressure over the casting triangles [N].
double ElasticLayer::force_of_pressure() const {
  double force = 0;
  for (std::size_t i = 0; i < hits_.size(); ++i)
    force += pressure_[i] * casting_->areas()[hits_[i].casting_triangle];
  return force;
}

Matrix6 ElasticLayer::stiffness() {
  if (!is_solved_) solve();
  const auto count = static_cast<Eigen::Index>(forces_.active.size());
  EightColumns J = EightColumns::Zero(count, 8);
  for (Eigen::Index k = 0; k < count; ++k)
    J.row(k).head<6>() = states_[known_[forces_.active[k]]].gradient.transpose();
  EightColumns forces = J;
  if (is_clustered_)
    clustered_->solve_active(forces);
  else
    dense_.solve_active(forces);
  Matrix6 K = J.leftCols<6>().transpose() * forces.leftCols<6>();
  if (follows_target_) {
    for (std::size_t i = 0; i < hits_.size(); ++i) {
      if (pressure_[i] == 0) continue;
      const int t = hits_[i].casting_triangle;
      const NodeState& state = states_[nodes_.node_of_triangle[t]];
      K += state.force / state.covered * casting_->areas()[t] *
           proximity_hessian(meetings_[i], turned_curvature(meetings_[i].hit));
    }
  }
  return 0.5 * (K + K.transpose());
}

Eigen::Matrix3d ElasticLayer::turned_curvature(const Eigen::Vector3d& p_C) const {
  const Eigen::Matrix3d R_TC = X_TC_.linear();
  return R_TC.transpose() * curvature_at(*target_, X_TC_ * p_C) * R_TC;
}

}  // namespace condyle
