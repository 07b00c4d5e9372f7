#include "core/src/contact/linearised/linearised_layer.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "condyle/error.h"
#include "core/src/contact/linearised/block_vectors.h"
#include "core/src/contact/linearised/linearised_friction.h"
#include "core/src/contact/linearised/stiction.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

std::span<LayerTriangle> triangles_of(LinearisedLayer& layer, const LinearisedNode& node) {
  return std::span(layer.triangles).subspan(node.first, node.last - node.first);
}

template <class Blocks>
auto& block_at(Blocks&& blocks, const LayerTriangle& triangle) {
  return blocks[static_cast<unsigned>(triangle.place) / k_lanes];
}

int lane_of(const LayerTriangle& triangle) {
  return static_cast<int>(static_cast<unsigned>(triangle.place) % k_lanes);
}

/// Makes the nodes that have linearised triangles, ascending, and the lists of their triangles.
void list_triangles(const ContactSurface& casting, std::span<const ProximityHit> hits,
                    const LinearisedGeometry& geometry, LinearisedLayer& layer) {
  const std::vector<int>& node_of_triangle = layer.law->nodes().node_of_triangle;
  layer.index_of_node.assign(layer.law->nodes().count(), 0);
  layer.known.clear();
  geometry.for_each_linearised(hits, [&](const ProximityHit& hit, std::size_t) {
    const int node = node_of_triangle[hit.casting_triangle];
    if (layer.index_of_node[node]++ == 0) layer.known.push_back(node);
  });
  std::ranges::sort(layer.known);
  layer.nodes.clear();
  int next = 0;
  for (const int node : layer.known) {
    const int count =
        std::exchange(layer.index_of_node[node], static_cast<int>(layer.nodes.size()));
    layer.nodes.push_back({.node = node, .first = next, .last = next});
    next += count;
  }
  layer.triangles.resize(next);
  layer.node_of_place.assign(k_lanes * geometry.blocks.size(), -1);
  geometry.for_each_linearised(hits, [&](const ProximityHit& hit, std::size_t i) {
    const int place = geometry.places[i];
    const int k = layer.index_of_node[node_of_triangle[hit.casting_triangle]];
    layer.node_of_place[place] = k;
    layer.triangles[layer.nodes[k].last++] = {
        place, 0,
        casting.centroids()[hit.casting_triangle] - layer.law->nodes().points[layer.nodes[k].node]};
  });
}

/// A length in two digits that is not smaller.
std::string rounded_up(double length) {
  const double digit = std::pow(10, std::floor(std::log10(length)) - 1);
  return fmt::format("{:.2g}", digit * std::ceil(length / digit));
}

/// Throws a clear error instead of letting a step use up all memory.
void require_few_nodes(const SurfacePair& pair, const LinearisedLayer& layer) {
  constexpr int k_most = LinearisedLayer::k_most_nodes;
  const std::size_t count = layer.nodes.size();
  if (count <= k_most) return;
  const LayerNodes& nodes = layer.law->nodes();
  double area = 0;
  for (const int node : layer.known) area += nodes.areas[node];
  const double here = 1.1 * std::sqrt(area / k_most);
  const double everywhere = least_spacing(*pair.casting, k_most);
  std::string remedy =
      "join the pieces of its mesh, of which each has a node, or let the other "
      "surface cast";
  if (std::isfinite(everywhere))
    remedy = fmt::format("give a node_spacing of {} m, at which the whole surface has no more",
                         rounded_up(everywhere));
  if (std::isfinite(everywhere) && here < 0.8 * everywhere)
    remedy += fmt::format(", or of about {} m, which is enough for a contact of this size",
                          rounded_up(here));
  throw InputError(fmt::format(
      "contact of {} on {}: {} nodes of its elastic layer, {:.3g} m apart, may press, and a step "
      "solves for at most {}; {}",
      pair.casting->name(), pair.target->name(), count,
      std::sqrt(area / static_cast<double>(count)), k_most, remedy));
}

/// Sets the gradients and thrusts, means over the nodes' patches that do not change when triangles
/// are dropped.
void average_gradients(bool follows_target, LinearisedGeometry& geometry, LinearisedLayer& layer) {
  for (LinearisedNode& node : layer.nodes) {
    double covered = 0;
    for (const LayerTriangle& t : triangles_of(layer, node)) {
      const LinearisedBlock& block = block_at(geometry.blocks, t);
      const int lane = lane_of(t);
      const double area = block.area[lane];
      covered += area;
      node.gradient += area * gradient_of(block, lane);
      if (!follows_target)
        node.thrust += area * wrench(vector_at(block.at, lane), vector_at(block.along, lane));
    }
    if (covered == 0) continue;
    node.gradient /= covered;
    node.thrust = follows_target ? node.gradient : node.thrust / covered;
    for (const LayerTriangle& t : triangles_of(layer, node))
      for (int k = 0; k < 6; ++k)
        block_at(geometry.blocks, t).gradient[k][lane_of(t)] = node.gradient[k];
  }
}

/// Gives the nodes their rows of the compliance. Nodes without triangles that may press get none.
void place_nodes(LinearisedLayer& layer) {
  layer.known.clear();
  layer.parts.clear();
  layer.changed.clear();
  const LayerNodes& nodes = layer.law->nodes();
  for (const LinearisedNode& node : layer.nodes) {
    if (node.covered == 0) continue;
    layer.known.push_back(node.node);
    layer.parts.push_back(covered_part(node.covered, nodes.areas[node.node]));
  }
  layer.rows.place(layer.known, layer.parts, layer.slots, layer.changed);
  for (const int slot : layer.changed) layer.solver.forget(slot);
  layer.node_of_slot.assign(layer.rows.size(), -1);
  std::size_t next = 0;
  for (std::size_t k = 0; k < layer.nodes.size(); ++k) {
    LinearisedNode& node = layer.nodes[k];
    node.slot = node.covered == 0 ? -1 : layer.slots[next++];
    if (node.slot >= 0) layer.node_of_slot[node.slot] = static_cast<int>(k);
  }
  const auto active = layer.solver.active();
  for (std::size_t i = active.size(); i-- > 0;)
    if (const int slot = layer.solver.active()[i]; layer.node_of_slot[slot] < 0)
      layer.solver.forget(slot);
}

/// Solves for the forces at the depths depth_of(node) [m], and leaves them in the solver.
template <class DepthOf>
void solve_at(LinearisedLayer& layer, const DepthOf& depth_of) {
  layer.depths.setZero(layer.rows.size());
  for (const LinearisedNode& node : layer.nodes)
    if (node.slot >= 0) layer.depths[node.slot] = depth_of(node);
  const ComplementarityOutcome outcome =
      layer.solver.solve(layer.rows.entries(), layer.depths, layer.slots, layer.tolerance);
  layer.figures.passes += outcome.passes;
  layer.figures.residual = std::max(layer.figures.residual, outcome.residual);
}

/// Energy of the forces just solved for [J].
double stored(const LinearisedLayer& layer) {
  double sum = 0;
  for (const int slot : layer.solver.active())
    sum += layer.solver.forces()[slot] * layer.depths[slot];
  return 0.5 * layer.share * sum;
}

template <class DepthOf>
double energy_at(LinearisedLayer& layer, const DepthOf& depth_of) {
  solve_at(layer, depth_of);
  return stored(layer);
}

/// Stiffness against an even approach of the nodes that press [N/m].
double stiffness(LinearisedLayer& layer) {
  layer.of_active.setOnes(layer.solver.factor().size());
  layer.solver.factor().solve(layer.of_active);
  return layer.share * layer.of_active.sum();
}

double depth_at_end(const LinearisedNode& node) {
  return node.proximity_at_end - node.depth_held_back;
}

/// One evaluation of an elastic layer: see sum_forces().
class LayerSum {
 public:
  LayerSum(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
           const RelativeMotion& motion, double dt, Linearisation linearisation,
           LinearisedLayer& layer)
      : blocks_(blocks),
        law_(law),
        motion_(motion),
        dt_(dt),
        linearisation_(linearisation),
        wants_slopes_(linearisation != Linearisation::none),
        is_exact_(linearisation == Linearisation::exact),
        layer_(layer) {}

  LinearisedSums sum();

 private:
  SumTask task() const { return task_of(blocks_, law_, motion_, dt_, linearisation_); }
  bool place();
  void press();
  void press_elastically();
  void add_response();
  double factor(const LinearisedNode& node) const {
    return std::max(0.0, 1 + 1.5 * layer_.dissipation * node.rate);
  }
  double left(const LinearisedNode& node) const {
    return is_exact_ ? factor(node) : std::sqrt(factor(node));
  }
  double right(const LinearisedNode& node) const { return is_exact_ ? 1 : std::sqrt(factor(node)); }
  void share_out();
  void rub();
  void rub_by_lanes();
  void hold();
  void hold_at(const LayerTriangle& triangle, int k);
  void add_wrenches();

  std::span<LinearisedBlock> blocks_;
  const LinearisedLaw& law_;
  RelativeMotion motion_;
  double dt_;
  Linearisation linearisation_;
  bool wants_slopes_, is_exact_;
  LinearisedLayer& layer_;
  LinearisedSums sums_;
};

LinearisedSums LayerSum::sum() {
  sums_.touch = place();
  for (LinearisedNode& node : layer_.nodes) node.elastic = node.force = 0;
  if (!sums_.touch) {
    layer_.figures.active_nodes = layer_.figures.edge_nodes = 0;
    layer_.greatest_force = 0;
    return sums_;
  }
  press();
  share_out();
  layer_.acting.clear();
  if (wants_slopes_)
    for (const LinearisedNode& node : layer_.nodes)
      layer_.acting.push_back(is_exact_ ? node.thrust : node.gradient);
  rub();
  add_wrenches();
  return sums_;
}

/// Moves triangles and nodes to the end of the step. Returns whether any triangle touches.
bool LayerSum::place() {
  for (LinearisedNode& node : layer_.nodes) {
    node.rate = node.gradient.dot(motion_.velocity);
    node.proximity_at_end = node.proximity + node.gradient.dot(motion_.displacement);
  }
  return law_kernels().place(task());
}

void LayerSum::press() {
  layer_.figures.passes = 0;
  layer_.figures.residual = 0;
  if (wants_slopes_) layer_.response.assign(layer_.nodes.size(), Vector6::Zero());
  press_elastically();
  for (LinearisedNode& node : layer_.nodes) node.force = factor(node) * node.elastic;
  layer_.figures.candidates = static_cast<int>(layer_.slots.size());
  layer_.figures.active_nodes = static_cast<int>(layer_.solver.active().size());
  const EdgeCompliance& edges = layer_.law->compliance().edges();
  layer_.figures.edge_nodes =
      static_cast<int>(std::ranges::count_if(layer_.solver.active(), [&](int slot) {
        return edges.is_near(layer_.nodes[layer_.node_of_slot[slot]].node);
      }));
}

/// Finds the nodes' elastic forces at the end of the step, and their slopes.
void LayerSum::press_elastically() {
  solve_at(layer_, [](const LinearisedNode& node) { return depth_at_end(node); });
  double all = 0;
  for (const int slot : layer_.solver.active()) {
    const double force = layer_.solver.forces()[slot];
    layer_.nodes[layer_.node_of_slot[slot]].elastic = force;
    all += force;
  }
  layer_.greatest_force = all;
  if (wants_slopes_) add_response();
}

/// Finds the derivatives of the nodes' elastic forces by the displacement.
void LayerSum::add_response() {
  const auto active = layer_.solver.active();
  EightColumns& forces = layer_.responses;
  forces.resize(static_cast<Eigen::Index>(active.size()), 8);
  for (Eigen::Index k = 0; k < forces.rows(); ++k) {
    const LinearisedNode& node = layer_.nodes[layer_.node_of_slot[active[k]]];
    forces.row(k) << right(node) * node.gradient.transpose(), 0, 0;
  }
  layer_.solver.factor().solve(forces);
  for (Eigen::Index k = 0; k < forces.rows(); ++k)
    layer_.response[layer_.node_of_slot[active[k]]] = forces.row(k).head<6>().transpose();
}

/// Shares out each node's force over its triangles, as ElasticLayer does: damped patch by patch.
void LayerSum::share_out() {
  NodePressures& pressures = layer_.pressures;
  pressures.clear();
  for (const LinearisedNode& node : layer_.nodes)
    if (node.elastic > 0) pressures.put(node.node, node.elastic / node.covered);
  pressures.find_slopes();
  for (const LinearisedNode& node : layer_.nodes) {
    if (!(node.force > 0)) continue;
    double kept = 0;
    layer_.of_patch.clear();
    for (const LayerTriangle& t : triangles_of(layer_, node)) {
      const double pressure = t.area == 0 ? 0 : pressures.beside(node.node, t.offset);
      layer_.of_patch.push_back(pressure);
      kept += t.area * pressure;
    }
    auto pressure = layer_.of_patch.begin();
    for (const LayerTriangle& t : triangles_of(layer_, node))
      block_at(blocks_, t).pressure[lane_of(t)] = *pressure++ * (node.force / kept);
  }
}

void LayerSum::rub() {
  if (!law_.bristles.empty())
    hold();
  else if (law_.rubs())
    rub_by_lanes();
}

void LayerSum::rub_by_lanes() {
  LaneSums lanes;
  law_kernels().rub_pressed(task(), lanes);
  const LinearisedSums friction = totals(task(), lanes);
  sums_.wrench += friction.wrench;
  if (!wants_slopes_) return;
  sums_.slip_slope += friction.slip_slope;
  if (!is_exact_) return;
  // Each triangle's friction is proportional to its node's force.
  for (std::size_t k = 0; k < layer_.nodes.size(); ++k) {
    const LinearisedNode& node = layer_.nodes[k];
    if (!(node.force > 0)) continue;
    Vector6 rubs = Vector6::Zero();
    for (const LayerTriangle& t : triangles_of(layer_, node)) {
      const LinearisedBlock& block = block_at(blocks_, t);
      const int lane = lane_of(t);
      rubs -= t.area * wrench(vector_at(block.rubs_at, lane), vector_at(block.traction, lane));
    }
    layer_.acting[k] += rubs / node.force;
  }
}

void LayerSum::hold() {
  for (std::size_t k = 0; k < layer_.nodes.size(); ++k)
    for (const LayerTriangle& t : triangles_of(layer_, layer_.nodes[k]))
      if (block_at(blocks_, t).pressure[lane_of(t)] > 0) hold_at(t, static_cast<int>(k));
}

void LayerSum::hold_at(const LayerTriangle& triangle, int k) {
  const int lane = lane_of(triangle);
  LinearisedBlock& block = block_at(blocks_, triangle);
  BristleBlock& bristles = block_at(law_.bristles, triangle);
  const double area = block.area[lane], force = area * block.pressure[lane];
  const LinearisedTriangle t = triangle_of(block, lane);
  const SlopeWanted wanted{dt_, is_exact_};
  const LinearisedFriction friction =
      condyle::hold(t, force, area * bristles.stiffness[lane], law_, motion_, bristles,
                    static_cast<int>(lane), wanted);
  put(-friction.force / area, block.traction, lane);
  sums_.is_consistent = sums_.is_consistent && friction.is_consistent;
  sums_.wrench -= wrench(t.rubs_at, friction.force);
  if (!wants_slopes_) return;
  // The triangle keeps its part of the node's force.
  if (is_exact_)
    layer_.acting[k] +=
        force / (layer_.share * layer_.nodes[k].force) * wrench(t.rubs_at, friction.by_normal);
  for (int i = 0; i < 3; ++i)
    sums_.slip_slope.noalias() +=
        wrench(t.rubs_at, friction.slope.col(i)) * wrench(t.rubs_at, Vector3d::Unit(i)).transpose();
}

void LayerSum::add_wrenches() {
  for (std::size_t i = 0; i < layer_.nodes.size(); ++i) {
    const LinearisedNode& node = layer_.nodes[i];
    if (!(node.force > 0)) continue;
    sums_.wrench -= layer_.share * node.force * node.thrust;
    if (!wants_slopes_) continue;
    const double by_rate = 1.5 * layer_.dissipation * dt_ * node.elastic;
    const Vector6 by_motion = dt_ * dt_ * left(node) * layer_.response[i] + by_rate * node.gradient;
    sums_.normal_slope.noalias() += layer_.share * layer_.acting[i] * by_motion.transpose();
  }
}

}  // namespace

LinearisedLayer::LinearisedLayer(const ElasticLayer& elastic)
    : law(&elastic), rows(elastic.compliance()), pressures(elastic.slopes()) {
  figures.nodes = elastic.nodes().count();
  figures.node_spacing = elastic.nodes().spacing;
}

void linearise_layer(const SurfacePair& pair, std::span<const ProximityHit> hits,
                     LinearisedGeometry& geometry, LinearisedLayer& layer) {
  layer.share = pair.share;
  layer.dissipation = pair.settings.dissipation;
  layer.tolerance = pair.settings.layer_tolerance;
  layer.figures.active_nodes = layer.figures.edge_nodes = 0;
  layer.figures.candidates = layer.figures.passes = 0;
  layer.figures.residual = 0;
  list_triangles(*pair.casting, hits, geometry, layer);
  require_few_nodes(pair, layer);
  average_gradients(pair.follows_target(), geometry, layer);
  average_proximities(geometry, layer);
}

void average_proximities(const LinearisedGeometry& geometry, LinearisedLayer& layer) {
  for (LinearisedNode& node : layer.nodes) {
    node.covered = node.proximity = 0;
    for (LayerTriangle& t : triangles_of(layer, node)) {
      const LinearisedBlock& block = block_at(geometry.blocks, t);
      t.area = block.area[lane_of(t)] / layer.share;
      node.covered += t.area;
      node.proximity += t.area * block.proximity[lane_of(t)];
    }
    if (node.covered > 0) node.proximity /= node.covered;
  }
  place_nodes(layer);
}

LinearisedSums sum_forces(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
                          const RelativeMotion& motion, double dt, Linearisation linearisation,
                          LinearisedLayer& layer) {
  return LayerSum(blocks, law, motion, dt, linearisation, layer).sum();
}

void press_by(double part_of_depth, const Vector6& displacement, std::span<LinearisedBlock> blocks,
              LinearisedLayer& layer) {
  for (LinearisedNode& node : layer.nodes)
    node.depth_held_back =
        (1 - part_of_depth) * std::max(0.0, node.proximity - node.gradient.dot(displacement));
  for (const LinearisedNode& node : layer.nodes)
    for (const LayerTriangle& t : triangles_of(layer, node))
      block_at(blocks, t).depth_held_back[lane_of(t)] = node.depth_held_back;
}

double part_that_gives(double energy, const Vector6& displacement, LinearisedLayer& layer) {
  const double stored = energy_at(layer, [&](const LinearisedNode& node) {
    return std::max(0.0, node.proximity - node.gradient.dot(displacement));
  });
  const double most = 0.5 * stored;
  return most > energy ? std::sqrt(energy / most) : 1;
}

double elastic_where_found(LinearisedLayer& layer) {
  return energy_at(layer, [](const LinearisedNode& node) { return node.proximity; });
}

void add_layer_work(const LinearisedStep& step, LinearisedLayer& layer, LinearisedWork& work) {
  const RelativeMotion& motion = step.motion;
  const double h = step.length;
  const Vector6 velocity = motion.velocity - motion.lag;
  double damping = 0;
  for (const LinearisedNode& node : layer.nodes) {
    const double approach = h * layer.share * node.gradient.dot(velocity);
    work.pressure += approach * node.force;
    damping += approach * (node.force - node.elastic);
  }
  const auto end = [&](const LinearisedNode& node) {
    return node.proximity_at_end + node.gradient.dot(motion.to_end);
  };
  const bool is_held_back = std::ranges::any_of(
      layer.nodes, [](const LinearisedNode& node) { return node.depth_held_back > 0; });
  if (!is_held_back && motion.to_end.isZero(0)) {  // as in the last evaluation
    for (const LinearisedNode& node : layer.nodes)
      work.layers += 0.5 * layer.share * node.elastic * node.proximity_at_end;
    work.stiffness += stiffness(layer);
    work.damping += damping;
    return;
  }
  work.layers += energy_at(layer, end);
  // A pair that is held back yields as where it presses, not as deep as it lies.
  solve_at(layer, [&](const LinearisedNode& node) { return end(node) - node.depth_held_back; });
  work.stiffness += stiffness(layer);
  work.damping += damping;
}

double energy_at(const LinearisedLayer& layer, std::size_t place, double area) {
  const int k = layer.node_of_place[place];
  if (k < 0 || layer.nodes[k].covered == 0) return 0;
  const LinearisedNode& node = layer.nodes[k];
  return 0.5 * node.elastic * depth_at_end(node) * area / node.covered;
}

const Vector6& thrust_at(const LinearisedLayer& layer, std::size_t place) {
  return layer.nodes[layer.node_of_place[place]].thrust;
}

std::vector<NodeShare> shares_of_nodes(LinearisedLayer& layer, bool presses) {
  constexpr double k_least_part = 0.05;  // of the stiffness of a node that presses alone
  std::span<const int> active;
  if (presses) active = layer.solver.active();
  Eigen::VectorXd by_all = Eigen::VectorXd::Ones(static_cast<Eigen::Index>(active.size()));
  if (!active.empty()) layer.solver.factor().solve(by_all);
  std::vector<double> stiffness(layer.nodes.size(), 0.0);
  const auto alone = [&](int slot) { return 1 / layer.rows.entries()(slot, slot); };
  for (std::size_t i = 0; i < layer.nodes.size(); ++i)
    if (const int slot = layer.nodes[i].slot; slot >= 0) stiffness[i] = alone(slot);
  for (std::size_t k = 0; k < active.size(); ++k)
    stiffness[static_cast<std::size_t>(layer.node_of_slot[active[k]])] =
        std::max(by_all[static_cast<Eigen::Index>(k)], k_least_part * alone(active[k]));
  std::vector<NodeShare> shares(layer.node_of_place.size());
  for (std::size_t i = 0; i < layer.nodes.size(); ++i) {
    const LinearisedNode& node = layer.nodes[i];
    if (!(node.covered > 0)) continue;
    for (const LayerTriangle& t : triangles_of(layer, node)) {
      const double part = layer.share * t.area / node.covered;
      shares[static_cast<std::size_t>(t.place)] = {presses ? part * node.force : 0,
                                                   part * stiffness[i], node.proximity};
    }
  }
  return shares;
}

}  // namespace condyle
