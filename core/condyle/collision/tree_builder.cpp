#include "condyle/collision/tree_builder.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace condyle {
namespace {

constexpr int k_bin_count = 16;

/// Below this depth a node is halved by count, which bounds the depth of any tree.
constexpr int k_depth_of_halving = 60;

struct Bin {
  BoundingBox box;
  int count = 0;
};

/// Boxes whose centre lies in a bin below `bin` along `axis` go to the first child.
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

class Builder {
 public:
  Builder(std::span<const BoundingBox> boxes, std::vector<int>& order)
      : boxes_(boxes), order_(order) {
    order.resize(boxes.size());
    std::iota(order.begin(), order.end(), 0);
    for (const BoundingBox& box : boxes) centers_.push_back(box.center());
  }

  std::vector<BuiltNode> run() {
    if (boxes_.empty()) return {};
    nodes_.reserve(boxes_.size());
    nodes_.emplace_back();
    fill(0, 0, static_cast<int>(boxes_.size()), 0);
    return std::move(nodes_);
  }

 private:
  void fill(int node, int first, int last, int depth) {
    BoundingBox box;
    for (int i = first; i < last; ++i) box.include(boxes_[order_[i]]);
    nodes_[node] = {box, first, last, 0};
    if (last - first <= TriangleTree::k_largest_leaf) return;

    const int middle = divide(first, last, depth);
    const int children = static_cast<int>(nodes_.size());
    nodes_[node].children = children;
    nodes_.resize(nodes_.size() + 2);
    fill(children, first, middle, depth + 1);
    fill(children + 1, middle, last, depth + 1);
  }

  int divide(int first, int last, int depth) {
    BoundingBox centers;
    for (int i = first; i < last; ++i) centers.include(centers_[order_[i]]);
    Split best;
    for (int axis = 0; axis < 3; ++axis) improve(best, centers, axis, first, last);
    if (best.axis < 0 || depth >= k_depth_of_halving) return halve(centers, first, last);

    const Binning binning(centers, best.axis);
    const auto middle = std::partition(order_.begin() + first, order_.begin() + last, [&](int i) {
      return binning.bin(centers_[i][best.axis]) < best.bin;
    });
    return static_cast<int>(middle - order_.begin());
  }

  /// Takes the best split along one axis where its cost is lower.
  void improve(Split& best, const BoundingBox& centers, int axis, int first, int last) const {
    const Binning binning(centers, axis);
    if (!binning.is_usable()) return;
    std::array<Bin, k_bin_count> bins;
    for (int i = first; i < last; ++i) {
      Bin& bin = bins[binning.bin(centers_[order_[i]][axis])];
      bin.box.include(boxes_[order_[i]]);
      ++bin.count;
    }
    std::array<Bin, k_bin_count> above;  // above[b]: bins b and beyond
    Bin sum;
    for (int b = k_bin_count - 1; b > 0; --b) above[b] = sum = joined(sum, bins[b]);
    sum = {};
    for (int b = 1; b < k_bin_count; ++b) {
      sum = joined(sum, bins[b - 1]);
      if (sum.count == 0 || above[b].count == 0) continue;
      const double cost =
          sum.count * sum.box.half_area() + above[b].count * above[b].box.half_area();
      if (cost < best.cost) best = {axis, b, cost};
    }
  }

  static Bin joined(Bin a, const Bin& b) {
    a.box.include(b.box);
    a.count += b.count;
    return a;
  }

  int halve(const BoundingBox& centers, int first, int last) {
    int axis = 0;
    centers.half_size().maxCoeff(&axis);
    const int middle = first + (last - first) / 2;
    std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                     [&](int a, int b) { return centers_[a][axis] < centers_[b][axis]; });
    return middle;
  }

  std::span<const BoundingBox> boxes_;
  std::vector<int>& order_;
  std::vector<Eigen::Vector3d> centers_;
  std::vector<BuiltNode> nodes_;
};

}  // namespace

std::vector<BuiltNode> build_tree(std::span<const BoundingBox> boxes, std::vector<int>& order) {
  return Builder(boxes, order).run();
}

}  // namespace condyle
