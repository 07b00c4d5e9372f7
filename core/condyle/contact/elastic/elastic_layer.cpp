#include "condyle/contact/elastic/elastic_layer.h"

#include <fmt/core.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "condyle/contact/law_lanes.h"
#include "condyle/error.h"

namespace condyle {
namespace {

/// How far an incompressible thin layer swells beside a contact, over the greatest depth: its
/// contact is sqrt(3) times as wide as the overlap of a sphere, where the gap is twice the depth
/// (Johnson 1985, eq. 5.73); and some more.
constexpr double k_swelling = 2.5;

/// Nodes with gaps up to this part of the greatest depth are candidates from the start.
constexpr double k_first_gap = 0.1;

/// Times that lifted nodes are added to the candidates; each time the border moves by at least a
/// node.
constexpr int k_most_rounds = 50;

/// A triangle of a patch that presses carries at least this part of the patch's pressure, so that
/// the slope towards the edge does not take all of it.
constexpr double k_least_part = 0.1;

double mean_area(const ContactSurface& surface) {
  const auto areas = surface.areas();
  return std::accumulate(areas.begin(), areas.end(), 0.0) / surface.triangle_count();
}

/// The thinnest layer of both sides; infinite if none has an end.
double least_thickness(const ContactSurface& casting, const ContactSurface& target) {
  double least = std::numeric_limits<double>::infinity();
  if (casting.layer(0).use != LayerUse::rigid)
    for (int t = 0; t < casting.triangle_count(); ++t)
      least = std::min(least, casting.layer(t).thickness);
  if (target.layer(0).use != LayerUse::rigid) least = std::min(least, target.layer(0).thickness);
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

bool has_end(const Layer& layer) {
  return layer.use != LayerUse::rigid && std::isfinite(layer.thickness);
}

}  // namespace

ElasticLayer::ElasticLayer(const ContactSurface& casting, const ContactSurface& target,
                           double node_spacing, const std::string& what)
    : casting_(&casting),
      target_(&target),
      nodes_(make_layer_nodes(casting,
                              node_spacing > 0 ? node_spacing : spacing_for(casting, target))),
      compliance_(casting, nodes_, kernels_of(casting, target)),
      swells_(has_end(casting.layer(0)) || has_end(target.layer(0))),
      states_(static_cast<std::size_t>(nodes_.count())),
      was_active_(states_.size(), 0) {
  if (!compliance_.is_definite()) {
    throw InputError(fmt::format(
        "{}: the compliance of {} nodes, {:.3g} m apart, is not positive definite; give another "
        "node_spacing, or a mesh without folds and slits narrower than its layer",
        what, nodes_.count(), nodes_.spacing));
  }
  find_slope_weights();
  figures_.nodes = nodes_.count();
  figures_.node_spacing = nodes_.spacing;
}

/// Least squares over the neighbours: slope = sum of weight times difference.
void ElasticLayer::find_slope_weights() {
  slope_weights_.reserve(nodes_.neighbours.size());
  for (int node = 0; node < nodes_.count(); ++node) {
    Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
    for (const int next : nodes_.neighbours_of(node)) {
      const Eigen::Vector3d to = nodes_.points[next] - nodes_.points[node];
      squares += to * to.transpose();
    }
    // Neighbours on one line, or too few of them, leave a direction without a slope.
    const Eigen::Vector3d n = nodes_.normals[node];
    squares += squares.trace() * (n * n.transpose() + 1e-3 * Eigen::Matrix3d::Identity());
    const Eigen::Matrix3d inverse = squares.inverse();
    for (const int next : nodes_.neighbours_of(node))
      slope_weights_.emplace_back(inverse * (nodes_.points[next] - nodes_.points[node]));
  }
}

double ElasticLayer::reach(std::span<const ProximityHit> hits) const {
  double depth = 0;
  for (const ProximityHit& hit : hits) depth = std::max(depth, hit.proximity);
  return std::max(nodes_.spacing, swells_ ? k_swelling * depth : 0.0);
}

void ElasticLayer::solve(std::span<const ProximityHit> hits, const Pose& X_CT,
                         const ContactSettings& settings) {
  meet(hits, X_CT, settings);
  average_depths(hits);
  find_forces(settings.layer_tolerance);
  take_forces();
  spread_pressure(hits);
}

/// What each ray meets, and whether it counts: not if it is too far from the target, nor if it
/// grazes it.
void ElasticLayer::meet(std::span<const ProximityHit> hits, const Pose& X_CT,
                        const ContactSettings& settings) {
  hits_.assign(hits.begin(), hits.end());
  X_TC_ = X_CT.inverse(Eigen::Isometry);
  follows_target_ = settings.force_direction == ForceDirection::target;
  const double reach = this->reach(hits);
  meetings_.resize(hits.size());
  counts_.assign(hits.size(), 0);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const ProximityHit& hit = hits[i];
    if (hit.proximity < -reach) continue;
    const Eigen::Vector3d& c = casting_->centroids()[hit.casting_triangle];
    const Eigen::Vector3d& n = casting_->normals()[hit.casting_triangle];
    const Eigen::Vector3d x = c - hit.proximity * n;
    if (follows_target_)
      meetings_[i] = {n, X_CT.linear() * target_normal(*target_, hit.target_triangle, X_TC_, x), x};
    else
      meetings_[i] = {n, n, c};
    counts_[i] = std::abs(n.dot(meetings_[i].target_normal)) >= k_least_cosine;
  }
}

void ElasticLayer::average_depths(std::span<const ProximityHit> hits) {
  for (const int node : known_) states_[node] = {};
  known_.clear();
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (!counts_[i]) continue;
    const int t = hits[i].casting_triangle, node = nodes_.node_of_triangle[t];
    const double area = casting_->areas()[t];
    NodeState& state = states_[node];
    if (state.covered == 0) known_.push_back(node);
    state.covered += area;
    state.depth += area * hits[i].proximity;
    state.gradient += area * proximity_gradient(meetings_[i]);
  }
  std::ranges::sort(known_);
  for (const int node : known_) {
    states_[node].depth /= states_[node].covered;
    states_[node].gradient /= states_[node].covered;
  }
}

void ElasticLayer::find_forces(double tolerance) {
  double depth = 0;
  for (const int node : known_) depth = std::max(depth, states_[node].depth);
  candidates_.clear();
  if (depth > 0)
    for (const int node : known_)
      if (states_[node].depth > -k_first_gap * depth) candidates_.push_back(node);
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
  compliance_.fill(candidates_, C);
  depths_.resize(n);
  start_.resize(candidates_.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    const int node = candidates_[i];
    depths_[i] = states_[node].depth;
    start_[i] = was_active_[node];
    const double part = states_[node].covered / nodes_.areas[node];
    if (part < 1) C(i, i) += compliance_.of_part(node, part);
  }
  // Where nothing pressed before, all that overlaps.
  if (std::ranges::count(start_, 1) == 0)
    for (Eigen::Index i = 0; i < n; ++i) start_[i] = depths_[i] > 0;
  outcome_ = solver_.solve(C, depths_, start_, tolerance);
  figures_.passes += outcome_.passes;
  std::ranges::fill(was_active_, 0);
  for (const int i : solver_.active()) was_active_[candidates_[i]] = 1;
}

/// Adds nodes that the swelling layer would lift beyond the gap. Returns whether there were any.
bool ElasticLayer::add_lifted() {
  std::vector<int> lifted;
  for (const int node : known_) {
    if (std::ranges::binary_search(candidates_, node)) continue;
    double displacement = 0;
    for (const int i : solver_.active())
      displacement += solver_.forces()[i] * compliance_(node, candidates_[i]);
    if (displacement < states_[node].depth) lifted.push_back(node);
  }
  candidates_.insert(candidates_.end(), lifted.begin(), lifted.end());
  std::ranges::sort(candidates_);
  return !lifted.empty();
}

void ElasticLayer::take_forces() {
  for (const int i : solver_.active()) {
    NodeState& state = states_[candidates_[i]];
    state.force = solver_.forces()[i];
    state.pressure = state.force / state.covered;
  }
  for (const int i : solver_.active()) {
    const int node = candidates_[i], first = nodes_.first_neighbour[node];
    NodeState& state = states_[node];
    state.highest = state.pressure;
    for (int k = first; k < nodes_.first_neighbour[node + 1]; ++k) {
      const double pressure = states_[nodes_.neighbours[k]].pressure;
      state.slope += (pressure - state.pressure) * slope_weights_[k];
      state.highest = std::max(state.highest, pressure);
    }
  }
  figures_.candidates = static_cast<int>(candidates_.size());
  figures_.active_nodes = static_cast<int>(solver_.active().size());
  figures_.residual = outcome_.residual;
}

/// Pressures of triangles run along the slope through their node's, and are scaled so that they
/// keep its force.
void ElasticLayer::spread_pressure(std::span<const ProximityHit> hits) {
  pressure_.assign(hits.size(), 0);
  kept_force_.assign(states_.size(), 0);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const int t = hits[i].casting_triangle, node = nodes_.node_of_triangle[t];
    const NodeState& state = states_[node];
    if (!counts_[i] || !(state.force > 0)) continue;
    const Eigen::Vector3d offset = casting_->centroids()[t] - nodes_.points[node];
    // No peak rises between nodes, nor does the slope towards the edge take all.
    pressure_[i] = std::clamp(state.pressure + state.slope.dot(offset),
                              k_least_part * state.pressure, state.highest);
    kept_force_[node] += pressure_[i] * casting_->areas()[t];
  }
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (pressure_[i] == 0) continue;
    const int node = nodes_.node_of_triangle[hits[i].casting_triangle];
    pressure_[i] *= states_[node].force / kept_force_[node];
  }
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

Matrix6 ElasticLayer::stiffness() const {
  const auto count = static_cast<Eigen::Index>(solver_.active().size());
  Eigen::MatrixXd J(count, 6);
  for (Eigen::Index k = 0; k < count; ++k)
    J.row(k) = states_[candidates_[solver_.active()[k]]].gradient.transpose();
  Eigen::MatrixXd forces = J;
  solver_.factor().solve(forces);
  Matrix6 K = J.transpose() * forces;
  if (follows_target_) {
    for (std::size_t i = 0; i < hits_.size(); ++i) {
      if (pressure_[i] == 0) continue;
      const int t = hits_[i].casting_triangle;
      const NodeState& state = states_[nodes_.node_of_triangle[t]];
      K += state.pressure * casting_->areas()[t] *
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
