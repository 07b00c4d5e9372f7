#pragma once

#include <Eigen/Geometry>
#include <limits>
#include <vector>

#include "core/src/contact/elastic/layer_compliance.h"
#include "core/src/contact/elastic/layer_nodes.h"

namespace condyle {

/// Smallest and largest of some values.
struct Range {
  double least = std::numeric_limits<double>::infinity(), most = -least;

  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  double width() const { return most - least; }
};

/// Nodes of an elastic layer that lie side by side, and what tells how smooth their compliance with
/// those of another cluster is.
struct NodeCluster {
  bool is_leaf() const { return lower < 0; }
  int size() const { return last - first; }

  int first = 0, last = 0;       ///< positions of its nodes, NodeClusters::node_at
  int lower = -1, upper = -1;    ///< its halves, by their numbers
  Eigen::AlignedBox3d box = {};  ///< of the points [m]
  double radius = 0;             ///< the largest of the patches [m]
  double thinnest = std::numeric_limits<double>::infinity();  ///< thickness [m]
  std::vector<int> cells = {};                                ///< of LayerCoupling, ascending

  // Of the nodes for which free edges count.
  int edge_nodes = 0;
  Eigen::AlignedBox3d feet = {};              ///< of the nearest points of edges [m]
  Range edge_distance = {}, edge_depth = {};  ///< distance from these, and thickness [m]
};

/// How the compliance between two clusters is kept.
enum class ClusterPair {
  uncoupled,  ///< 0 throughout
  smooth,     ///< far from each other, so that its rank is low
  divided,    ///< by the pairs of their halves
  near        ///< node by node
};

/// A layer's nodes, halved again and again by their places.
struct NodeClusters {
  static constexpr int k_most_in_leaf = 64;

  explicit NodeClusters(const LayerNodes& nodes, const LayerCompliance& compliance);

  std::vector<NodeCluster> clusters;  ///< the first has all nodes; halves come behind their whole
  std::vector<int> node_at;           ///< per position
  std::vector<int> position_of;       ///< per node
};

ClusterPair pair_of(const NodeCluster& a, const NodeCluster& b, const LayerCompliance& compliance);

}  // namespace condyle
