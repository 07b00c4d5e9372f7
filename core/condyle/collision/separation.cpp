#include "condyle/collision/separation.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace condyle {
namespace {

constexpr float k_too_near = -1;

/// The least distance of the lanes' triangles, or k_too_near.
float leaf_separation(const RayPrism& prism, const TriangleTree& target,
                      const TriangleTree::Node& leaf, float near) {
  float least = std::numeric_limits<float>::infinity();
  unsigned lanes = leaf.lanes();
  // The boxes first, then the triangles themselves of those whose boxes are too near.
  for (const bool exact : {false, true}) {
    const PrismExtents covered =
        exact ? extents(prism, target, leaf, lanes) : extents(prism, leaf.boxes);
    const PrismGaps gap = gaps(prism, covered, near);
    const unsigned apart = lanes & lanes_up_to(Lanes::Constant(near), gap.near);
    for (unsigned rest = apart; rest != 0; rest &= rest - 1) {
      least = std::min(least, std::max(near, gap.far[std::countr_zero(rest)]));
    }
    lanes &= ~apart;
    if (lanes == 0) return least;
  }
  return k_too_near;
}

}  // namespace

double separation(const RayPrism& prism, const TriangleTree& target, double near_double,
                  double wanted) {
  const auto near = static_cast<float>(near_double);
  float least = std::numeric_limits<float>::infinity();
  int stack[TriangleTree::k_largest_stack];
  int waiting = 0;
  if (!target.nodes().empty()) stack[waiting++] = 0;
  while (waiting > 0) {
    const TriangleTree::Node& node = target.nodes()[stack[--waiting]];
    if (node.is_leaf()) {
      const float distance = leaf_separation(prism, target, node, near);
      if (distance < 0) return distance;
      least = std::min(least, distance);
      continue;
    }
    PrismGaps gap = gaps(prism, extents(prism, node.boxes), near);
    const unsigned all = node.lanes();
    if ((all & ~lanes_up_to(Lanes::Constant(near), gap.near)) != 0) {
      const Lanes across = gaps_across(prism, target.slabs(node));
      gap.near = gap.near.max(across);
      gap.far = gap.far.max(across);
    }
    const unsigned apart = all & lanes_up_to(Lanes::Constant(near), gap.near);
    const Lanes size =
        node.boxes.half_size[0].max(node.boxes.half_size[1]).max(node.boxes.half_size[2]);
    for (unsigned rest = apart; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const float distance = std::max(near, gap.far[lane]);
      if (distance >= least) continue;
      // Something far is opened only while its own size blurs its distance.
      if (distance > size[lane] || distance > wanted) {
        least = distance;
      } else {
        stack[waiting++] = node.children[lane];
      }
    }
    for (unsigned rest = all & ~apart; rest != 0; rest &= rest - 1) {  // on top: looked at first
      stack[waiting++] = node.children[std::countr_zero(rest)];
    }
  }
  return least;
}

}  // namespace condyle
