#include "core/src/contact/elastic/elastic_layer.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "condyle/error.h"
#include "core/src/base/checks.h"
#include "core/src/contact/law_lanes.h"
#include "core/src/contact/result_checks.h"
#include "core/src/contact/surfaces_at_hit.h"

namespace condyle {
namespace {

/// How far an incompressible thin layer swells beside a contact, over the greatest depth: its
/// contact is sqrt(3) times as wide as the overlap of a sphere, where the gap is twice the depth
/// (Johnson 1985, eq. 5.73); and some more.
constexpr double k_swelling = 2.5;

/// Reaches of rays searched together are a power of this apart, as long as the shortest, over the
/// distance of the nodes, and become shorter while fewer than this part of the rays are met alone.
constexpr double k_rung = 1.4142135623730951, k_least_reach = 1.0 / 64, k_met_alone = 0.008;

/// Nodes with gaps up to this part of the greatest depth are candidates from the start.
constexpr double k_first_gap = 0.1;

/// Times that lifted nodes are added to the candidates; each time the border moves by at least a
/// node.
constexpr int k_most_rounds = 50;

double mean_area(const ContactSurface& surface) {
  const auto areas = surface.areas();
  return std::accumulate(areas.begin(), areas.end(), 0.0) / surface.triangle_count();
}

bool has_end(const Layer& layer) {
  return layer.use != LayerUse::rigid && std::isfinite(layer.thickness);
}

/// Of the thinnest place of a layer that has an end; 0 without one.
double thickness_of(const ContactSurface& surface) {
  if (!has_end(surface.layer(0))) return 0;
  double least = surface.layer(0).thickness;
  for (int t = 1; !surface.has_uniform_layer() && t < surface.triangle_count(); ++t)
    least = std::min(least, surface.layer(t).thickness);
  return least;
}

/// The thinnest layer of both sides; infinite if none has an end.
double least_thickness(const ContactSurface& casting, const ContactSurface& target) {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactSurface* const surface : {&casting, &target})
    if (has_end(surface->layer(0))) least = std::min(least, thickness_of(*surface));
  return least;
}

/// An eighth of the layer, which gives forces to about 1 %, but at least one node for four
/// triangles: contacts may be small beside the layer, and then the mesh is made for them.
double spacing_for(const ContactSurface& casting, const ContactSurface& target) {
  return std::min(least_thickness(casting, target) / 8, 2 * std::sqrt(mean_area(casting)));
}

LayerKernels kernels_of(const ContactSurface& casting, const ContactSurface& target) {
  return {make_layer_kernel(casting.layer(0)), make_layer_kernel(target.layer(0)),
          target.layer(0).thickness};
}

/// How far a layer swells beside a contact, over the greatest depth. A compressible one swells less
/// than k_swelling: on paraboloids at most 0.40 of the depth is found for nu = 0.495, 0.21 for
/// 0.48, 0.11 for 0.46 and 0.01 for 0.4, however wide the contact. This line lies at four times
/// that.
double swelling_of(const ContactSurface& surface) {
  const Layer& layer = surface.layer(0);
  return has_end(layer) ? std::max(0.25, k_swelling - 50 * (0.5 - layer.poissons_ratio)) : 0;
}

}  // namespace

ElasticLayer::ElasticLayer(const ContactSurface& casting, const ContactSurface& target,
                           const ContactSettings& settings, const std::string& what)
    : casting_(&casting),
      target_(&target),
      nodes_(make_layer_nodes(casting, settings.node_spacing > 0 ? settings.node_spacing
                                                                 : spacing_for(casting, target))),
      compliance_(casting, nodes_, kernels_of(casting, target), settings.free_edges),
      slopes_(nodes_),
      swelling_(std::max(swelling_of(casting), swelling_of(target))),
      depth_scale_(thickness_of(casting) + thickness_of(target)),
      states_(static_cast<std::size_t>(nodes_.count())),
      patches_(states_.size()),
      is_met_(static_cast<std::size_t>(casting.triangle_count()), 0),
      next_reach_(nodes_.spacing),
      was_active_(states_.size(), 0),
      pressures_(slopes_),
      rows_(compliance_) {
  if (depth_scale_ == 0) depth_scale_ = 8 * nodes_.spacing;
  if (!compliance_.is_definite()) {
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
  return std::max(nodes_.spacing, swelling_ > 0 ? k_swelling * depth : 0.0);
}

double ElasticLayer::search(double least, double way, const LayerSearch& search,
                            std::vector<ProximityHit>& hits) {
  search.find(std::max(least, next_reach_));
  const double counts = std::max(least, reach(hits));
  for (const int node : met_) patches_[node] = {};
  met_.clear();
  add_met(hits, counts);
  find_near(way);
  // Rays that lack have wider gaps: they can only take patches away.
  if (std::ranges::any_of(met_, [&](int node) { return lacks_rays(node); })) {
    meet_lacking(counts, search, hits);
    add_met(lacking_, counts);
    find_near(way);
  }
  choose_next_reach(hits);
  return counts;
}

/// Adds hits with gaps up to `reach` to what is known of their patches.
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

/// Finds which patches may press: not those whose mean gap is too wide.
void ElasticLayer::find_near(double way) {
  double depth = 0;
  for (const int node : met_) depth = std::max(depth, patches_[node].sum / patches_[node].area);
  const double widest = way + swelling_ * (depth + way);
  for (const int node : met_) {
    Patch& patch = patches_[node];
    patch.is_far = patch.sum < -widest * patch.area;
  }
}

/// Meets the rays that lack, and puts them where they belong among the hits.
void ElasticLayer::meet_lacking(double reach, const LayerSearch& search,
                                std::vector<ProximityHit>& hits) {
  const auto node_of = [&](const ProximityHit& hit) {
    return nodes_.node_of_triangle[hit.casting_triangle];
  };
  for (const ProximityHit& hit : hits)
    if (lacks_rays(node_of(hit))) is_met_[hit.casting_triangle] = 1;
  lacking_.clear();
  for (const int node : met_) {
    if (!lacks_rays(node)) continue;
    for (const int t : nodes_.triangles_of(node)) {
      if (std::exchange(is_met_[t], 0)) continue;
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

/// The reaches are those of a ladder, since the lists of a search hold for one window. A ray that
/// is met alone takes some fifteen times the work of one among others.
void ElasticLayer::choose_next_reach(std::span<const ProximityHit> hits) {
  std::size_t near = 0, beyond = 0, beyond_less = 0;
  for (const ProximityHit& hit : hits) {
    if (is_far(hit)) continue;
    ++near;
    beyond += hit.proximity < -next_reach_;
    beyond_less += hit.proximity < -next_reach_ / k_rung;
  }
  const double most = k_met_alone * static_cast<double>(near);
  if (static_cast<double>(beyond) > 2 * most)
    next_reach_ *= k_rung;
  else if (static_cast<double>(beyond_less) < most && next_reach_ > k_least_reach * nodes_.spacing)
    next_reach_ /= k_rung;
}

void ElasticLayer::meet(std::span<const ProximityHit> hits, const Pose& X_CT,
                        const ContactSettings& settings) {
  hits_.assign(hits.begin(), hits.end());
  X_CT_ = X_CT;
  X_TC_ = X_CT.inverse(Eigen::Isometry);
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
  CONDYLE_VALIDATE(agree(force_of_pressure(), solver_.forces().sum()));
  is_solved_ = true;
}

/// What each ray meets, and whether it counts: not if it is too far from the target, nor if it
/// grazes it.
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
  place_known();
}

/// Gives the nodes their rows of the compliance.
void ElasticLayer::place_known() {
  parts_.clear();
  changed_.clear();
  for (const int node : known_)
    parts_.push_back(covered_part(states_[node].covered, nodes_.areas[node]));
  rows_.place(known_, parts_, slots_, changed_);
}

void ElasticLayer::find_forces(double tolerance) {
  double depth = 0;
  for (const int node : known_) depth = std::max(depth, states_[node].depth);
  candidates_.clear();
  for (int k = 0; depth > 0 && k < static_cast<int>(known_.size()); ++k)
    if (states_[known_[k]].depth > -k_first_gap * depth) candidates_.push_back(k);
  figures_.passes = 0;
  int rounds = 0;
  do solve_candidates(tolerance);
  while (add_lifted() && ++rounds < k_most_rounds);
}

void ElasticLayer::solve_candidates(double tolerance) {
  const auto n = static_cast<Eigen::Index>(candidates_.size());
  if (entries_.size() < static_cast<std::size_t>(n * n))
    entries_.resize(static_cast<std::size_t>(n * n));
  Eigen::Map<Eigen::MatrixXd> C(entries_.data(), n, n);
  const auto rows = rows_.entries();
  depths_.resize(n);
  start_.resize(candidates_.size());
  for (Eigen::Index j = 0; j < n; ++j) {
    const int node = known_[candidates_[j]];
    for (Eigen::Index i = 0; i < n; ++i)
      C(i, j) = rows(slots_[candidates_[i]], slots_[candidates_[j]]);
    depths_[j] = states_[node].depth;
    start_[j] = was_active_[node];
  }
  // Where nothing pressed before, all that overlaps.
  if (std::ranges::count(start_, 1) == 0)
    for (Eigen::Index i = 0; i < n; ++i) start_[i] = depths_[i] > 0;
  outcome_ = solver_.solve(C, depths_, start_, tolerance);
  figures_.passes += outcome_.passes;
  std::ranges::fill(was_active_, 0);
  for (const int i : solver_.active()) was_active_[known_[candidates_[i]]] = 1;
}

/// Adds nodes that the swelling layer would lift beyond the gap. Returns whether there were any.
bool ElasticLayer::add_lifted() {
  const auto rows = rows_.entries();
  const std::size_t count = candidates_.size();
  for (int k = 0; k < static_cast<int>(known_.size()); ++k) {
    if (std::binary_search(candidates_.begin(), candidates_.begin() + count, k)) continue;
    double displacement = 0;
    for (const int i : solver_.active())
      displacement += solver_.forces()[i] * rows(slots_[candidates_[i]], slots_[k]);
    if (displacement < states_[known_[k]].depth) candidates_.push_back(k);
  }
  const bool are_any = candidates_.size() > count;
  std::ranges::sort(candidates_);
  return are_any;
}

void ElasticLayer::take_forces() {
  pressures_.clear();
  for (const int i : solver_.active()) {
    const int node = known_[candidates_[i]];
    states_[node].force = solver_.forces()[i];
    pressures_.put(node, states_[node].force / states_[node].covered);
  }
  pressures_.find_slopes();
  figures_.candidates = static_cast<int>(candidates_.size());
  figures_.active_nodes = static_cast<int>(solver_.active().size());
  figures_.edge_nodes = static_cast<int>(std::ranges::count_if(solver_.active(), [&](int i) {
    return compliance_.edges().is_near(known_[candidates_[i]]);
  }));
  figures_.residual = outcome_.residual;
}

/// Pressures of triangles are scaled so that they keep their node's force. Gradients are those of
/// nodes that press.
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

void ElasticLayer::press(std::span<const int> contacts, double share, ContactBlock& block) const {
  for (int i = 0; i < block.count; ++i) {
    const int t = block.casting_triangle[i];
    const NodeState& state = states_[nodes_.node_of_triangle[t]];
    block.pressure[i] = pressure_[contacts[i]];
    block.stiffness[i] = 0;  // of the nodes together: stiffness()
    block.potential_energy[i] =
        share * state.force * state.depth * casting_->areas()[t] / (2 * state.covered);
    put(state.gradient, block.gradient, i);
  }
}

Matrix6 ElasticLayer::stiffness() {
  if (!is_solved_) solve();
  const auto count = static_cast<Eigen::Index>(solver_.active().size());
  EightColumns J = EightColumns::Zero(count, 8);
  for (Eigen::Index k = 0; k < count; ++k)
    J.row(k).head<6>() = states_[known_[candidates_[solver_.active()[k]]]].gradient.transpose();
  EightColumns forces = J;
  solver_.factor().solve(forces);
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
