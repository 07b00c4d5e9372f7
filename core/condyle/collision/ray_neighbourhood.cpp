#include "condyle/collision/ray_neighbourhood.h"

#include <bit>
#include <limits>

namespace condyle {
namespace {

/// A list being written, and the least distance of what is left out of it.
class Listing {
 public:
  Listing(const RayPrism& prism, const TriangleTree& target, float margin,
          std::span<ListedLeaf> list)
      : prism_(prism), target_(target), margin_(margin), list_(list) {}

  float margin() const { return margin_; }
  float slack() const { return slack_; }

  /// Takes lanes apart into those within the margin, which it returns, and those beyond, whose
  /// distance it notes. A lane that is not a number counts as near.
  unsigned near(const PrismExtents& covered, unsigned lanes) {
    const PrismGaps gap = gaps(prism_, covered, margin_);
    const unsigned apart = lanes & lanes_up_to(Lanes::Constant(margin_), gap.near);
    for (unsigned rest = apart; rest != 0; rest &= rest - 1) note(gap, std::countr_zero(rest));
    return lanes & ~apart;
  }

  void note(const PrismGaps& gap, int lane) {
    slack_ = std::min(slack_, std::max(margin_, gap.far[lane]));
  }

  /// Lists the near ones of a leaf's triangles, by their boxes first.
  void add(int node, unsigned lanes) {
    const TriangleTree::Node& leaf = target_.nodes()[node];
    lanes = near(extents(prism_, leaf.boxes), lanes);
    if (lanes != 0) lanes = near(extents(prism_, target_, leaf, lanes), lanes);
    if (lanes == 0) return;
    is_crowded_ = count_ == static_cast<int>(list_.size());
    if (!is_crowded_) list_[count_++] = {node, lanes};
  }

  bool is_crowded() const { return is_crowded_; }

  Neighbourhood result() const {
    if (is_crowded_) return {prism_.stretch, margin_, 0, true};
    return {prism_.stretch, slack_, count_, false};
  }

 private:
  const RayPrism& prism_;
  const TriangleTree& target_;
  float margin_;
  std::span<ListedLeaf> list_;
  float slack_ = std::numeric_limits<float>::infinity();
  int count_ = 0;
  bool is_crowded_ = false;
};

}  // namespace

Neighbourhood list_leaves(const RayPrism& prism, const TriangleTree& target, float margin,
                          std::span<ListedLeaf> list) {
  Listing listing(prism, target, margin, list);
  int stack[TriangleTree::k_largest_stack];
  int waiting = 0;
  if (!target.nodes().empty()) stack[waiting++] = 0;
  while (waiting > 0 && !listing.is_crowded()) {
    const int index = stack[--waiting];
    const TriangleTree::Node& node = target.nodes()[index];
    const unsigned all = node.lanes();
    if (node.is_leaf) {
      listing.add(index, all);
      continue;
    }
    const PrismGaps gap = gaps(prism, extents(prism, node.boxes), margin);
    const unsigned apart = all & lanes_up_to(Lanes::Constant(margin), gap.near);
    const Lanes size =
        node.boxes.half_size[0].max(node.boxes.half_size[1]).max(node.boxes.half_size[2]);
    for (unsigned rest = all; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (apart >> lane & 1) {
        // Something far is opened only while its own size blurs its distance.
        if (gap.far[lane] >= listing.slack()) continue;
        if (gap.far[lane] > size[lane]) {
          listing.note(gap, lane);
          continue;
        }
      }
      stack[waiting++] = node.children[lane];
    }
  }
  return listing.result();
}

Neighbourhood list_leaves(const RayPrism& prism, const TriangleTree& target,
                          std::span<const ListedLeaf> among, float margin,
                          std::span<ListedLeaf> list) {
  Listing listing(prism, target, margin, list);
  for (const ListedLeaf& leaf : among) {
    listing.add(leaf.node, leaf.lanes);
    if (listing.is_crowded()) break;
  }
  return listing.result();
}

}  // namespace condyle
