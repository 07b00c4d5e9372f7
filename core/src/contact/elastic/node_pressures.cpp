#include "core/src/contact/elastic/node_pressures.h"

#include <Eigen/LU>
#include <algorithm>

namespace condyle {

NodeSlopes::NodeSlopes(const LayerNodes& nodes) : nodes_(&nodes) {
  weights_.reserve(nodes.neighbours.others.size());
  for (int node = 0; node < nodes.count(); ++node) {
    Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
    for (const int next : nodes.neighbours.of(node)) {
      const Eigen::Vector3d to = nodes.points[next] - nodes.points[node];
      squares += to * to.transpose();
    }
    // Neighbours on one line, or too few of them, leave a direction without a slope. The multiple
    // of the identity then keeps the matrix regular.
    const Eigen::Vector3d n = nodes.normals[node];
    squares += squares.trace() * (n * n.transpose() + 1e-3 * Eigen::Matrix3d::Identity());
    const Eigen::Matrix3d inverse = squares.inverse();
    for (const int next : nodes.neighbours.of(node))
      weights_.emplace_back(inverse * (nodes.points[next] - nodes.points[node]));
  }
}

void NodePressures::clear() {
  for (const int node : pressing_) states_[node] = {};
  pressing_.clear();
}

void NodePressures::put(int node, double pressure) {
  states_[node].pressure = pressure;
  pressing_.push_back(node);
}

void NodePressures::find_slopes() {
  const LayerNodes& nodes = slopes_->nodes();
  for (const int node : pressing_) {
    State& state = states_[node];
    state.highest = state.pressure;
    for (int k = nodes.neighbours.first[node]; k < nodes.neighbours.first[node + 1]; ++k) {
      const double pressure = states_[nodes.neighbours.others[k]].pressure;
      state.slope += (pressure - state.pressure) * slopes_->weight(k);
      state.highest = std::max(state.highest, pressure);
    }
  }
}

}  // namespace condyle
