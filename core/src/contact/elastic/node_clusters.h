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

/// Nodes of an elastic layer that lie side by side, and data that tell how smooth their compliance
/// with another cluster is.
struct NodeCluster {
  bool is_leaf() const { return lower < 0; }
  int size() const { return last - first; }

  int first = 0, last = 0;       ///< range of its nodes in NodeClusters::node_at
  int lower = -1, upper = -1;    ///< numbers of its halves; -1: it is a leaf
  Eigen::AlignedBox3d box = {};  ///< box of its nodes' points [m]
  double radius = 0;             ///< largest radius of its patches [m]
  double thinnest = std::numeric_limits<double>::infinity();  ///< least thickness [m]
  std::vector<int> cells = {};  ///< its cells of LayerCoupling, ascending

  // Its nodes for which free edges count (EdgeCompliance::place_of()).
  int edge_nodes = 0;
  Eigen::AlignedBox3d feet = {};              ///< box of the nearest points of edges [m]
  Range edge_distance = {}, edge_depth = {};  ///< their distances from these, and thicknesses [m]
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
  std::vector<int> node_at;           ///< per position: the node
  std::vector<int> position_of;       ///< per node: its position
};

ClusterPair pair_of(const NodeCluster& a, const NodeCluster& b, const LayerCompliance& compliance);

}  // namespace condyle
