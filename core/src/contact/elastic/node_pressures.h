#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "core/src/contact/elastic/layer_nodes.h"

namespace condyle {

/// How to find the slope of a quantity along a layer's surface from its values on the nodes: least
/// squares over the neighbours of each, slope = sum of weight times difference.
class NodeSlopes {
 public:
  explicit NodeSlopes(const LayerNodes& nodes);

  const LayerNodes& nodes() const { return *nodes_; }
  /// The weight [1/m] of the `k`-th of all neighbours.
  const Eigen::Vector3d& weight(int k) const { return weights_[k]; }

 private:
  const LayerNodes* nodes_;
  std::vector<Eigen::Vector3d> weights_;  ///< parallel to LayerNodes::neighbours
};

/// The pressure between nodes of an elastic layer. On a node's patch it is linear, with the slope
/// that the neighbours give, within limits: it is at most the highest pressure of the node and its
/// neighbours, so that no peak rises between nodes, and at least k_least_part of the node's
/// pressure. Callers that spread a force by it scale the pressures of each patch to keep the force.
class NodePressures {
 public:
  explicit NodePressures(const NodeSlopes& slopes)
      : slopes_(&slopes), states_(static_cast<std::size_t>(slopes.nodes().count())) {}

  /// Forgets all pressures.
  void clear();

  /// Adds a node that presses by a pressure > 0 [Pa]. Call once per node.
  void put(int node, double pressure);

  /// Finds the slopes, once all pressures are put.
  void find_slopes();

  /// The pressure at a point of the patch of a node that presses, before it is scaled [Pa].
  double at(int node, const Eigen::Vector3d& point) const {
    return beside(node, point - slopes_->nodes().points[node]);
  }

  /// The pressure, before it is scaled [Pa], at a point that lies `offset` [m] from the node's
  /// point.
  double beside(int node, const Eigen::Vector3d& offset) const {
    const State& state = states_[node];
    return std::clamp(state.pressure + state.slope.dot(offset), k_least_part * state.pressure,
                      state.highest);
  }

 private:
  /// A triangle of a patch that presses carries at least this part of the patch's pressure, so that
  /// the slope towards the edge does not take all of it.
  static constexpr double k_least_part = 0.1;

  struct State {
    double pressure = 0;
    double highest = 0;  ///< greatest pressure of the node and its neighbours [Pa]
    Eigen::Vector3d slope = Eigen::Vector3d::Zero();
  };

  const NodeSlopes* slopes_;
  std::vector<State> states_;  ///< per node
  std::vector<int> pressing_;
};

}  // namespace condyle
