#include "condyle/collision/tree_builder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "condyle/collision/box_clusters.h"
#include "condyle/collision/few_boxes.h"
#include "condyle/collision/tree_split.h"

namespace condyle {
namespace {

constexpr int k_leaf_size = 4;

/// Below this depth a node is halved by count, which bounds the depth of any tree: 2^31 boxes take
/// 29 more levels.
constexpr int k_depth_of_halving = 50;

/// The same for the tree over clusters, of which there are no more than 2^21.
constexpr int k_depth_of_halving_clusters = 20;

/// From so many boxes on they are gathered in clusters first.
constexpr std::size_t k_worth_clusters = 1024;

/// Places centres into bins along all axes at once.
struct Binning {
  Lanes4 lowest, scale = Lanes4::Zero();
  float last_bin;
  int bins;

  Binning(const Lanes4& low, const Lanes4& high, int count) : lowest(low) {
    // The fewer there are, the more the bins themselves cost.
    bins = count < k_many ? k_most_bins / 2 : k_most_bins;
    last_bin = static_cast<float>(bins - 1);
    for (int k = 0; k < 3; ++k) {
      const float inverse = static_cast<float>(bins) / (high[k] - low[k]);
      if (inverse < std::numeric_limits<float>::max()) scale[k] = inverse;
    }
  }

  // A float this large has no fraction, and shows the nearest whole number in its last bits: the
  // cheapest way to round, and the same in lanes and alone.
  static constexpr float k_rounding = 0x1.8p23f;

  /// Per axis k_rounding plus the bin.
  Lanes4 rounded(const LaneBox& box) const {
    const Lanes4 place = (center(box) - lowest) * scale - 0.5f;
    return place.min(last_bin) + k_rounding;
  }
  float rounded(const LaneBox& box, int axis) const {
    const float middle = box.lowest[axis] + box.highest[axis];
    const float place = (middle - lowest[axis]) * scale[axis] - 0.5f;
    return std::min(place, last_bin) + k_rounding;
  }
  /// Of one that is not a number some bin too.
  static int bin(float rounded) { return std::bit_cast<int>(rounded) & (k_most_bins - 1); }
};

class Builder {
 public:
  /// `halving` is the depth from which on nodes are halved by count.
  Builder(int leaf_size, int halving) : leaf_size_(leaf_size), halving_(halving) {}

  /// The tree over some boxes.
  BinaryTree build(std::vector<LaneBox> boxes) {
    const int n = static_cast<int>(boxes.size());
    tree_.boxes = std::move(boxes);
    tree_.order.resize(n);
    std::iota(tree_.order.begin(), tree_.order.end(), 0);
    tree_.nodes.reserve(n);
    if (n > 0) {
      tree_.nodes.emplace_back();
      fill_all(0, 0, n, 0);
    }
    return std::move(tree_);
  }

  /// Completes a tree whose leaves hold more than they should.
  BinaryTree complete(BinaryTree tree) {
    tree_ = std::move(tree);
    grow(0, 0);
    return std::move(tree_);
  }

 private:
  void grow(int node, int depth) {
    const auto [box, first, last, children] = tree_.nodes[node];
    // The boxes lie where nodes of even depth expect them.
    if (children == 0) return fill_all(node, first, last, depth + depth % 2);
    grow(children, depth + 1);
    grow(children + 1, depth + 1);
  }

  void fill_all(int node, int first, int last, int depth) {
    const auto count = static_cast<std::size_t>(last - first);
    if (spare_boxes_.size() < count) {
      spare_boxes_.resize(count);
      spare_order_.resize(count);
    }
    spare_first_ = first;
    fill(node, first, last, depth);
  }

  LaneBox* boxes(int depth, int first) {
    return depth % 2 == 0 ? &tree_.boxes[first] : &spare_boxes_[first - spare_first_];
  }
  int* order(int depth, int first) {
    return depth % 2 == 0 ? &tree_.order[first] : &spare_order_[first - spare_first_];
  }

  /// The boxes of a node at even depth lie in the tree, at odd depth in the spare array.
  void fill(int node, int first, int last, int depth) {
    const LaneBox* const from = boxes(depth, first);
    LaneBox box;
    Lanes4 low = LaneBox().lowest, high = LaneBox().highest;
    for (int i = 0; i < last - first; ++i) {
      const Lanes4 middle = center(from[i]);
      box.include(from[i]);
      low = low.min(middle);
      high = high.max(middle);
    }
    if (last - first <= k_few) return fill_few(node, first, last, depth, low, high);
    const int middle = divide(first, last, depth, low, high);
    const int children = static_cast<int>(tree_.nodes.size());
    tree_.nodes[node] = {box, first, last, children};
    tree_.nodes.resize(tree_.nodes.size() + 2);
    fill(children, first, middle, depth + 1);
    fill(children + 1, middle, last, depth + 1);
  }

  int divide(int first, int last, int depth, const Lanes4& low, const Lanes4& high) {
    const int count = last - first;
    const Binning binning(low, high, count);
    const Axes axes(low, high, count);
    const Split best = best_of_bins(binning, axes, boxes(depth, first), count);
    if (best.axis < 0 || depth >= halving_) return halve(first, last, depth, low, high);
    const float limit = Binning::k_rounding + static_cast<float>(best.bin);
    return move(first, count, depth,
                [&](int, const LaneBox& box) { return binning.rounded(box, best.axis) < limit; });
  }

  static Split best_of_bins(const Binning& binning, const Axes& axes, const LaneBox* boxes,
                            int count) {
    std::array<Bin, 3 * k_most_bins> bins;
    for (int k = 0; k < axes.count; ++k) {
      std::fill_n(&bins[k * k_most_bins], binning.bins, Bin{});
    }
    if (axes.count == 2) {
      fill_bins<2>(binning, axes, boxes, count, bins.data());
    } else {
      fill_bins<3>(binning, axes, boxes, count, bins.data());
    }
    Split best;
    for (int k = 0; k < axes.count; ++k) {
      const int axis = axes.axis[k];
      if (binning.scale[axis] == 0) continue;
      improve(best, axis, std::span(bins).subspan(k * k_most_bins, binning.bins));
    }
    return best;
  }

  template <int n_axes>
  static void fill_bins(const Binning& binning, const Axes& axes, const LaneBox* boxes, int count,
                        Bin* bins) {
    for (int i = 0; i < count; ++i) {
      const LaneBox box = boxes[i];
      const Lanes4 rounded = binning.rounded(box);
      for (int k = 0; k < n_axes; ++k) {
        Bin& bin = bins[k * k_most_bins + Binning::bin(rounded[axes.axis[k]])];
        bin.box.include(box);
        ++bin.count;
      }
    }
  }

  /// Moves the boxes for which `goes_first` holds to the front of the other side, the rest to its
  /// end. Returns where these begin.
  template <class Predicate>
  int move(int first, int count, int depth, Predicate&& goes_first) {
    const LaneBox* const from_boxes = boxes(depth, first);
    const int* const from_order = order(depth, first);
    LaneBox* const to_boxes = boxes(depth + 1, first);
    int* const to_order = order(depth + 1, first);
    int front = 0, back = count - 1;
    for (int i = 0; i < count; ++i) {
      const int is_first = goes_first(i, from_boxes[i]) ? 1 : 0;
      const int place = is_first ? front : back;
      to_boxes[place] = from_boxes[i];
      to_order[place] = from_order[i];
      front += is_first;
      back += is_first - 1;
    }
    return first + front;
  }

  int halve(int first, int last, int depth, const Lanes4& low, const Lanes4& high) {
    const int count = last - first;
    int axis = 0;
    (high - low).head<3>().maxCoeff(&axis);
    const LaneBox* from = boxes(depth, first);
    std::vector<int> rank(count);
    std::iota(rank.begin(), rank.end(), 0);
    std::sort(rank.begin(), rank.end(), [&](int a, int b) {
      const float x = center(from[a])[axis], y = center(from[b])[axis];
      return x < y || (x == y && a < b);
    });
    std::vector<bool> is_first(count, false);
    for (int i = 0; i < count / 2; ++i) is_first[rank[i]] = true;
    return move(first, count, depth, [&](int i, const LaneBox&) { return is_first[i]; });
  }

  /// All that is below a node of few boxes.
  void fill_few(int node, int first, int last, int depth, const Lanes4& low, const Lanes4& high) {
    add_few({boxes(depth, first), order(depth, first), last - first, low, high}, leaf_size_, first,
            node, tree_);
  }

  int leaf_size_, halving_;
  BinaryTree tree_;
  std::vector<LaneBox> spare_boxes_;  ///< from that of spare_first_ on
  std::vector<int> spare_order_;
  int spare_first_ = 0;
};

/// Of each cluster.
std::vector<LaneBox> boxes_of(std::span<const Cluster> clusters, std::span<const LaneBox> boxes) {
  std::vector<LaneBox> all;
  all.reserve(clusters.size());
  for (const Cluster& cluster : clusters) {
    LaneBox& box = all.emplace_back();
    for (int i = cluster.first; i < cluster.last; ++i) box.include(boxes[i]);
  }
  return all;
}

/// The tree over clusters as one over boxes whose leaves hold whole clusters. Takes the boxes in
/// the order of the curve and returns those in the order of the tree.
BinaryTree opened(BinaryTree top, const Clusters& clusters, std::span<const LaneBox> ordered,
                  std::vector<LaneBox> room) {
  BinaryTree tree;
  tree.boxes = std::move(room);
  tree.order.reserve(ordered.size());
  std::vector<int> starts{0};
  starts.reserve(top.order.size() + 1);
  for (const int c : top.order) {
    const Cluster& cluster = clusters.list()[c];
    std::copy(&ordered[cluster.first], &ordered[cluster.first] + (cluster.last - cluster.first),
              &tree.boxes[tree.order.size()]);
    for (int i = cluster.first; i < cluster.last; ++i)
      tree.order.push_back(clusters.index(static_cast<std::size_t>(i)));
    starts.push_back(static_cast<int>(tree.order.size()));
  }
  tree.nodes.reserve(ordered.size());
  tree.nodes.assign(top.nodes.begin(), top.nodes.end());
  for (BinaryNode& node : tree.nodes) {
    node.first = starts[node.first];
    node.last = starts[node.last];
  }
  return tree;
}

}  // namespace

// Many boxes are gathered in clusters along a curve first: a tree over the clusters, with one within
// each, is made in a third of the passes over memory.
BinaryTree build_tree(std::vector<LaneBox> boxes) {
  if (boxes.size() < k_worth_clusters) {
    return Builder(k_leaf_size, k_depth_of_halving).build(std::move(boxes));
  }
  const Clusters clusters(boxes);
  std::vector<LaneBox> ordered;
  ordered.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) ordered.push_back(boxes[clusters.index(i)]);
  BinaryTree top =
      Builder(1, k_depth_of_halving_clusters).build(boxes_of(clusters.list(), ordered));
  return Builder(k_leaf_size, k_depth_of_halving)
      .complete(opened(std::move(top), clusters, ordered, std::move(boxes)));
}

}  // namespace condyle
