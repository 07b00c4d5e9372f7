#include "condyle/collision/tree_builder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>

namespace condyle {
namespace {

using Lanes4 = Eigen::Array4f;

constexpr int k_leaf_size = 4;
constexpr int k_most_bins = 16;

/// Up to so many boxes every split is tried, beyond it bins.
constexpr int k_few = 32;

/// From so many on all axes and bins are worth their cost.
constexpr int k_many = 256;

/// Below this depth a node is halved by count, which bounds the depth of any tree: 2^31 boxes take
/// 29 more levels.
constexpr int k_depth_of_halving = 50;

/// Twice the centre, which orders as well.
Lanes4 center(const LaneBox& box) { return box.lowest + box.highest; }

struct Bin {
  LaneBox box;
  int count = 0;
};

/// The boxes that go to the first child are those in bins below `bin` along `axis`, or, of a few,
/// the first `bin` leaves in the order of their centres.
struct Split {
  int axis = -1;
  int bin = 0;
  float cost = std::numeric_limits<float>::infinity();
};

/// The cheapest of the places between the given parts where to split their sequence.
void improve(Split& best, int axis, std::span<const Bin> parts) {
  std::array<float, k_most_bins> cost_above;
  LaneBox box;
  int count = 0;
  for (std::size_t i = parts.size(); i-- > 1;) {
    box.include(parts[i].box);
    count += parts[i].count;
    cost_above[i] = static_cast<float>(count) * (count > 0 ? box.half_area() : 0.0f);
  }
  const int all = count + parts[0].count;
  box = {};
  count = 0;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    box.include(parts[i - 1].box);
    count += parts[i - 1].count;
    if (count == 0 || count == all) continue;
    const float cost = static_cast<float>(count) * box.half_area() + cost_above[i];
    if (cost < best.cost) best = {axis, static_cast<int>(i), cost};
  }
}

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

/// Some or all axes, the widest first. Of a few small triangles on a surface those along it matter.
struct Axes {
  std::array<int, 3> axis{0, 1, 2};
  int count;

  Axes(const Lanes4& low, const Lanes4& high, int boxes) : count(boxes < k_many ? 2 : 3) {
    const Lanes4 size = high - low;
    const auto order = [&](int a, int b) {
      if (size[axis[a]] < size[axis[b]]) std::swap(axis[a], axis[b]);
    };
    order(0, 1);
    order(1, 2);
    order(0, 1);
  }
};

class Builder {
 public:
  explicit Builder(std::vector<LaneBox> boxes) {
    const std::size_t n = boxes.size();
    sides_[0].boxes = std::move(boxes);
    sides_[1].boxes.resize(n);
    sides_[0].order.resize(n);
    sides_[1].order.resize(n);
    std::iota(sides_[0].order.begin(), sides_[0].order.end(), 0);
    nodes_.reserve(n);
  }

  BinaryTree run() {
    const int n = static_cast<int>(sides_[0].boxes.size());
    if (n > 0) {
      nodes_.emplace_back();
      fill(0, 0, n, 0);
    }
    return {std::move(sides_[0].boxes), std::move(sides_[0].order), std::move(nodes_)};
  }

 private:
  struct Side {
    std::vector<LaneBox> boxes;
    std::vector<int> order;
  };

  /// The boxes of a node at even depth lie in the first side, at odd depth in the second.
  void fill(int node, int first, int last, int depth) {
    const LaneBox* const boxes = sides_[depth % 2].boxes.data();
    LaneBox box;
    Lanes4 low = LaneBox().lowest, high = LaneBox().highest;
    for (int i = first; i < last; ++i) {
      const Lanes4 middle = center(boxes[i]);
      box.include(boxes[i]);
      low = low.min(middle);
      high = high.max(middle);
    }
    nodes_[node].box = box;
    nodes_[node].first = first;
    nodes_[node].last = last;
    if (last - first <= k_leaf_size) return settle(first, last, depth);

    const int middle = divide(first, last, depth, low, high);
    const int children = static_cast<int>(nodes_.size());
    nodes_[node].children = children;
    nodes_.resize(nodes_.size() + 2);
    fill(children, first, middle, depth + 1);
    fill(children + 1, middle, last, depth + 1);
  }

  /// A leaf ends in the first side.
  void settle(int first, int last, int depth) {
    if (depth % 2 == 0) return;
    std::copy(&sides_[1].boxes[first], &sides_[1].boxes[first] + (last - first),
              &sides_[0].boxes[first]);
    std::copy(&sides_[1].order[first], &sides_[1].order[first] + (last - first),
              &sides_[0].order[first]);
  }

  int divide(int first, int last, int depth, const Lanes4& low, const Lanes4& high) {
    const int count = last - first;
    if (count <= k_few) return divide_few(first, count, depth, Axes(low, high, count));
    const Binning binning(low, high, count);
    const Axes axes(low, high, count);
    const Split best = best_of_bins(binning, axes, &sides_[depth % 2].boxes[first], count);
    if (best.axis < 0 || depth >= k_depth_of_halving) return halve(first, last, depth, low, high);
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
    const LaneBox* const from_boxes = &sides_[depth % 2].boxes[first];
    const int* const from_order = &sides_[depth % 2].order[first];
    LaneBox* const to_boxes = &sides_[1 - depth % 2].boxes[first];
    int* const to_order = &sides_[1 - depth % 2].order[first];
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
    const LaneBox* boxes = &sides_[depth % 2].boxes[first];
    std::vector<int> rank(count);
    std::iota(rank.begin(), rank.end(), 0);
    std::sort(rank.begin(), rank.end(), [&](int a, int b) {
      const float x = center(boxes[a])[axis], y = center(boxes[b])[axis];
      return x < y || (x == y && a < b);
    });
    std::vector<bool> is_first(count, false);
    for (int i = 0; i < count / 2; ++i) is_first[rank[i]] = true;
    return move(first, count, depth, [&](int i, const LaneBox&) { return is_first[i]; });
  }

  using Ranks = std::array<std::int32_t, k_few>;

  /// The place of each in the order of centres along an axis: how many come before it.
  static void rank(int axis, const LaneBox* boxes, int count, Ranks& ranks) {
    // As an integer a float orders the same, once the negative ones are turned around; the last
    // bits give way to the index, which decides between equals.
    Ranks keys;
    keys.fill(std::numeric_limits<std::int32_t>::max());
    for (int i = 0; i < count; ++i) {
      const float middle = boxes[i].lowest[axis] + boxes[i].highest[axis];
      const auto bits = std::bit_cast<std::int32_t>(middle);
      keys[i] = ((bits ^ ((bits >> 31) & 0x7fffffff)) & ~(k_few - 1)) | i;
    }
    if (count <= k_few / 4) return count_lower<k_few / 4>(keys, count, ranks);
    if (count <= k_few / 2) return count_lower<k_few / 2>(keys, count, ranks);
    count_lower<k_few>(keys, count, ranks);
  }

  /// Of a fixed length, so that the compiler compares in lanes.
  template <int n>
  static void count_lower(const Ranks& keys, int count, Ranks& ranks) {
    std::array<std::int32_t, n> lower{};
    for (int j = 0; j < count; ++j) {
      const std::int32_t key = keys[j];
      for (int i = 0; i < n; ++i) lower[i] += key < keys[i] ? 1 : 0;
    }
    std::copy(lower.begin(), lower.end(), ranks.begin());
  }

  int divide_few(int first, int count, int depth, const Axes& axes) {
    const LaneBox* boxes = &sides_[depth % 2].boxes[first];
    const int leaf_count = (count + k_leaf_size - 1) / k_leaf_size;
    std::array<Ranks, 2> ranks;
    Split best;
    for (int k = 0; k < axes.count; ++k) {
      rank(axes.axis[k], boxes, count, ranks[k]);
      std::array<Bin, k_few / k_leaf_size> leaves;
      for (int i = 0; i < count; ++i) {
        Bin& leaf = leaves[ranks[k][i] / k_leaf_size];
        leaf.box.include(boxes[i]);
        ++leaf.count;
      }
      improve(best, k, std::span(leaves).first(leaf_count));
    }
    if (best.axis < 0) best = {0, 1};  // no size at all: any split serves
    const Ranks& rank = ranks[best.axis];
    const int places = best.bin * k_leaf_size;
    return move(first, count, depth, [&](int i, const LaneBox&) { return rank[i] < places; });
  }

  std::array<Side, 2> sides_;
  std::vector<BinaryNode> nodes_;
};

}  // namespace

BinaryTree build_tree(std::vector<LaneBox> boxes) { return Builder(std::move(boxes)).run(); }

}  // namespace condyle
