#include "condyle/collision/few_boxes.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace condyle {
namespace {

class FewBoxes {
 public:
  explicit FewBoxes(const BoxRange& range) : count_(range.count) {
    std::copy_n(range.boxes, count_, boxes_.begin());
    std::copy_n(range.order, count_, order_.begin());
    const Axes axes(range.low, range.high, count_);
    for (int k = 0; k < 2; ++k) sort(axes.axis[k], sorted_[k]);
  }

  /// Writes `node` and all below it, and boxes and order from place `first` on.
  void write(int leaf_size, int first, int node, BinaryTree& tree) {
    leaf_size_ = leaf_size;
    first_ = first;
    tree_ = &tree;
    fill(node, 0, count_);
  }

 private:
  using Order = std::array<std::uint8_t, k_few>;
  using Keys = std::array<std::int32_t, k_few>;

  void sort(int axis, Order& sorted) const {
    // As an integer a float orders the same, once the negative ones are turned around; the last
    // bits give way to the index, which decides between equals.
    Keys keys;
    keys.fill(std::numeric_limits<std::int32_t>::max());
    for (int i = 0; i < count_; ++i) {
      const float middle = boxes_[i].lowest[axis] + boxes_[i].highest[axis];
      const auto bits = std::bit_cast<std::int32_t>(middle);
      keys[i] = ((bits ^ ((bits >> 31) & 0x7fffffff)) & ~(k_few - 1)) | i;
    }
    if (count_ <= k_few / 4) return sort_up_to<k_few / 4>(keys, sorted);
    if (count_ <= k_few / 2) return sort_up_to<k_few / 2>(keys, sorted);
    sort_up_to<k_few>(keys, sorted);
  }

  /// Counts for each how many come before it: of a fixed length, so that the compiler compares in
  /// lanes.
  template <int n>
  void sort_up_to(const Keys& keys, Order& sorted) const {
    std::array<std::int32_t, n> lower{};
    for (int j = 0; j < count_; ++j) {
      const std::int32_t key = keys[j];
      for (int i = 0; i < n; ++i) lower[i] += key < keys[i] ? 1 : 0;
    }
    for (int i = 0; i < count_; ++i) sorted[lower[i]] = static_cast<std::uint8_t>(i);
  }

  void fill(int node, int begin, int end) {
    const int count = end - begin;
    BinaryNode made;
    made.first = first_ + begin;
    made.last = first_ + end;
    if (count <= leaf_size_) {
      for (int i = begin; i < end; ++i) {
        const int box = sorted_[0][i];
        made.box.include(boxes_[box]);
        tree_->boxes[first_ + i] = boxes_[box];
        tree_->order[first_ + i] = order_[box];
      }
      tree_->nodes[node] = made;
      return;
    }
    const Split best = best_of_leaves(begin, count, made.box);
    const int middle = begin + best.bin * leaf_size_;
    divide(sorted_[1 - best.axis], sorted_[best.axis], begin, middle, end);
    const int children = static_cast<int>(tree_->nodes.size());
    made.children = children;
    tree_->nodes[node] = made;
    tree_->nodes.resize(tree_->nodes.size() + 2);
    fill(children, begin, middle);
    fill(children + 1, middle, end);
  }

  /// Of all places that leave the first child whole leaves, along both axes.
  Split best_of_leaves(int begin, int count, LaneBox& all) const {
    const int leaf_count = (count + leaf_size_ - 1) / leaf_size_;
    std::array<Bin, k_few> leaves;
    Split best;
    for (int k = 0; k < 2; ++k) {
      const std::uint8_t* sorted = &sorted_[k][begin];
      for (int leaf = 0, left = count; leaf < leaf_count; ++leaf, left -= leaf_size_) {
        leaves[leaf] = {{}, std::min(left, leaf_size_)};
        for (int i = 0; i < leaves[leaf].count; ++i) leaves[leaf].box.include(boxes_[*sorted++]);
      }
      improve(best, k, std::span(leaves).first(leaf_count));
    }
    for (int leaf = 0; leaf < leaf_count; ++leaf) all.include(leaves[leaf].box);
    if (best.axis < 0) best = {0, 1};  // no size at all: any split serves
    return best;
  }

  /// Brings those that `split` has before `middle` to the front of `other` too, which keeps its
  /// order on both sides.
  static void divide(Order& other, const Order& split, int begin, int middle, int end) {
    std::uint32_t is_first = 0;
    for (int i = begin; i < middle; ++i) is_first |= 1u << split[i];
    Order back;
    int front_count = begin, back_count = 0;
    for (int i = begin; i < end; ++i) {
      const std::uint8_t box = other[i];
      const int goes_first = (is_first >> box) & 1;
      back[back_count] = box;
      other[front_count] = box;  // kept where it goes first, else overwritten
      front_count += goes_first;
      back_count += 1 - goes_first;
    }
    std::copy_n(back.begin(), back_count, other.begin() + front_count);
  }

  int count_ = 0, first_ = 0, leaf_size_ = 0;
  std::array<LaneBox, k_few> boxes_;
  std::array<int, k_few> order_;
  std::array<Order, 2> sorted_;
  BinaryTree* tree_ = nullptr;
};

}  // namespace

void add_few(const BoxRange& range, int leaf_size, int first, int node, BinaryTree& tree) {
  FewBoxes(range).write(leaf_size, first, node, tree);
}

}  // namespace condyle
