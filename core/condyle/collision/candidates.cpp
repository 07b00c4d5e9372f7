#include "condyle/collision/candidates.h"

#include <bit>

namespace condyle {
namespace {

/// Calls `leaf(index, node, lanes)` for leaves of which `lanes` may be met, and
/// `small(index)` for nodes no larger than `size`.
template <class Leaf, class Small>
void descend(const RayPrism& prism, const TriangleTree& target, float size, int root,
             const Leaf& leaf, const Small& small) {
  int stack[TriangleTree::k_largest_stack];
  int waiting = 0;
  stack[waiting++] = root;
  while (waiting > 0) {
    const int index = stack[--waiting];
    const TriangleTree::Node& node = target.nodes()[index];
    unsigned lanes =
        node.lanes() & ~lanes_up_to(Lanes::Zero(), gaps(prism, extents(prism, node.boxes), 0).near);
    if (lanes == 0) continue;
    if (node.is_leaf()) {
      leaf(index, node, lanes);
      continue;
    }
    lanes &= ~lanes_up_to(Lanes::Zero(), gaps_across(prism, target.slabs(node)));
    const BoxPacket& boxes = node.boxes;
    const Lanes half_size = boxes.half_size[0].max(boxes.half_size[1]).max(boxes.half_size[2]);
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      if (half_size[lane] > size) {
        stack[waiting++] = node.children[lane];
      } else {
        small(node.children[lane]);
      }
    }
  }
}

}  // namespace

void narrow(const RayPrism& prism, const TriangleTree& target, float size, int first, int last,
            std::vector<int>& list) {
  const auto keep = [&list](int node) { list.push_back(node); };
  for (int i = first; i < last; ++i) {
    descend(
        prism, target, size, list[i],
        [&](int leaf, const TriangleTree::Node&, unsigned) { keep(leaf); }, keep);
  }
}

void narrow_to_leaves(const RayPrism& prism, const TriangleTree& target, int first, int last,
                      std::vector<int>& list) {
  const auto keep_if_near = [&](int index, const TriangleTree::Node& node, unsigned lanes) {
    const PrismGaps gap = gaps(prism, extents(prism, target, node, lanes), 0);
    if ((lanes & ~lanes_up_to(Lanes::Zero(), gap.near)) != 0) list.push_back(index);
  };
  for (int i = first; i < last; ++i) {
    descend(prism, target, -1, list[i], keep_if_near, [](int) {});
  }
}

}  // namespace condyle
