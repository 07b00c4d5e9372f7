#include "condyle/collision/tree_builder.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace condyle {
namespace {

constexpr int k_leaf_size = 4;
constexpr int k_bin_count = 16;

/// Up to so many boxes every split is tried, beyond it bins.
constexpr int k_few = 64;

/// Below this depth a node is halved by count, which bounds the depth of any tree: 2^31 boxes take
/// 29 more levels.
constexpr int k_depth_of_halving = 50;

struct Bin {
  BoundingBox box;
  int count = 0;

  void include(const Bin& other) {
    box.include(other.box);
    count += other.count;
  }
  double cost() const { return count == 0 ? 0 : count * box.half_area(); }
};

/// Boxes whose centre lies in a bin below `bin` along `axis`, or the first `bin` of them in the
/// order of their centres, go to the first child.
struct Split {
  int axis = -1;
  int bin = 0;
  double cost = std::numeric_limits<double>::infinity();
};

/// Places centres into bins along one axis.
struct Binning {
  double lowest, scale;

  Binning(const BoundingBox& centers, int axis)
      : lowest(centers.lowest[axis]),
        scale(k_bin_count / (centers.highest[axis] - centers.lowest[axis])) {}

  bool is_usable() const { return scale < std::numeric_limits<double>::max(); }
  int bin(double center) const {
    return std::min(k_bin_count - 1, static_cast<int>((center - lowest) * scale));
  }
};

/// The cheapest of the places between the given parts where to split their sequence.
void improve(Split& best, int axis, std::span<const Bin> parts) {
  std::array<double, std::max(k_bin_count, k_few)> cost_above;
  Bin sum;
  for (std::size_t i = parts.size(); i-- > 1;) {
    sum.include(parts[i]);
    cost_above[i] = sum.cost();
  }
  sum = {};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    sum.include(parts[i - 1]);
    const double cost = sum.cost() + cost_above[i];
    const bool divides = sum.count > 0 && cost_above[i] > 0;
    if (divides && cost < best.cost) best = {axis, static_cast<int>(i), cost};
  }
}

class Builder {
 public:
  Builder(std::span<const BoundingBox> boxes, std::vector<int>& order)
      : boxes_(boxes), order_(order) {
    order.resize(boxes.size());
    std::iota(order.begin(), order.end(), 0);
    for (const BoundingBox& box : boxes) centers_.push_back(box.center());
  }

  std::vector<BinaryNode> run() {
    if (boxes_.empty()) return {};
    nodes_.emplace_back();
    fill(0, 0, static_cast<int>(boxes_.size()), 0);
    return std::move(nodes_);
  }

 private:
  void fill(int node, int first, int last, int depth) {
    BoundingBox box;
    for (int i = first; i < last; ++i) box.include(boxes_[order_[i]]);
    nodes_[node] = {box, first, last, 0};
    if (last - first <= k_leaf_size) return;

    const int middle = divide(first, last, depth);
    const int children = static_cast<int>(nodes_.size());
    nodes_[node].children = children;
    nodes_.resize(nodes_.size() + 2);
    fill(children, first, middle, depth + 1);
    fill(children + 1, middle, last, depth + 1);
  }

  int divide(int first, int last, int depth) {
    if (last - first <= k_few) return divide_few(first, last);
    BoundingBox centers;
    for (int i = first; i < last; ++i) centers.include(centers_[order_[i]]);
    Split best;
    for (int axis = 0; axis < 3; ++axis) {
      const Binning binning(centers, axis);
      if (binning.is_usable()) improve(best, axis, fill_bins(binning, axis, first, last));
    }
    if (best.axis < 0 || depth >= k_depth_of_halving) return halve(centers, first, last);

    const Binning binning(centers, best.axis);
    const auto middle = std::partition(order_.begin() + first, order_.begin() + last, [&](int i) {
      return binning.bin(centers_[i][best.axis]) < best.bin;
    });
    return static_cast<int>(middle - order_.begin());
  }

  std::array<Bin, k_bin_count> fill_bins(const Binning& binning, int axis, int first,
                                         int last) const {
    std::array<Bin, k_bin_count> bins;
    for (int i = first; i < last; ++i) {
      const int box = order_[i];
      bins[binning.bin(centers_[box][axis])].include({boxes_[box], 1});
    }
    return bins;
  }

  int halve(const BoundingBox& centers, int first, int last) {
    int axis = 0;
    centers.half_size().maxCoeff(&axis);
    const int middle = first + (last - first) / 2;
    std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                     [&](int a, int b) { return centers_[a][axis] < centers_[b][axis]; });
    return middle;
  }

  int divide_few(int first, int last) {
    Split best;
    for (int axis = 0; axis < 3; ++axis) {
      sort(axis, first, last);
      std::array<Bin, k_few / k_leaf_size> leaves;
      for (int i = first; i < last; ++i) {
        leaves[(i - first) / k_leaf_size].include({boxes_[order_[i]], 1});
      }
      const std::size_t count = (last - first + k_leaf_size - 1) / k_leaf_size;
      improve(best, axis, std::span(leaves).first(count));
    }
    if (best.axis < 0) return first + k_leaf_size;  // all in one point: any split serves
    sort(best.axis, first, last);
    return first + best.bin * k_leaf_size;
  }

  void sort(int axis, int first, int last) {
    std::sort(order_.begin() + first, order_.begin() + last, [&](int a, int b) {
      const double x = centers_[a][axis], y = centers_[b][axis];
      return x < y || (x == y && a < b);
    });
  }

  std::span<const BoundingBox> boxes_;
  std::vector<int>& order_;
  std::vector<Eigen::Vector3d> centers_;
  std::vector<BinaryNode> nodes_;
};

}  // namespace

std::vector<BinaryNode> build_tree(std::span<const BoundingBox> boxes, std::vector<int>& order) {
  return Builder(boxes, order).run();
}

}  // namespace condyle
