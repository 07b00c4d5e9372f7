#include "condyle/collision/ray_neighbourhood.h"

#include <limits>

namespace condyle {
namespace {

constexpr float k_infinite = std::numeric_limits<float>::infinity();

/// False for NaN too, so that nothing is lost.
bool is_apart(const RayPrism& prism, const PrismExtent& extent, float margin) {
  return gap(prism, extent, margin) > margin;
}

/// The whole distance to something known to be apart by more than the margin.
float distance_to(const RayPrism& prism, const PrismExtent& extent, float margin) {
  return std::max(margin, gap(prism, extent, k_infinite));
}

Neighbourhood crowded(const RayPrism& prism, float margin) {
  return {margin, prism.stretch, 0, true};
}

}  // namespace

Neighbourhood list_leaves(const RayPrism& prism, const TriangleTree& target, float margin,
                          std::span<int> leaves) {
  const auto nodes = target.nodes();
  float slack = k_infinite;
  int count = 0;
  int stack[TriangleTree::k_largest_depth];
  int waiting = 0;
  if (!nodes.empty()) stack[waiting++] = 0;
  while (waiting > 0) {
    const int index = stack[--waiting];
    const TriangleTree::Node& node = nodes[index];
    const PrismExtent covered = extent(prism, node.box);
    if (is_apart(prism, covered, margin)) {
      const float distance = distance_to(prism, covered, margin);
      // A far node is split only while its own size blurs its distance.
      const bool is_sharp = node.is_leaf() || distance > node.box.half_size.maxCoeff();
      if (is_sharp || distance >= slack) {
        slack = std::min(slack, distance);
        continue;
      }
    } else if (node.is_leaf()) {
      if (count == static_cast<int>(leaves.size())) return crowded(prism, margin);
      leaves[count++] = index;
      continue;
    }
    stack[waiting++] = node.children + 1;
    stack[waiting++] = node.children;
  }
  return {slack, prism.stretch, count, false};
}

Neighbourhood list_triangles(const RayPrism& prism, const TriangleTree& target,
                             std::span<const int> leaves, float margin, std::span<int> triangles) {
  float slack = k_infinite;
  int count = 0;
  for (const int index : leaves) {
    const TriangleTree::Node& leaf = target.nodes()[index];
    const PrismExtent box = extent(prism, leaf.box);
    if (is_apart(prism, box, margin)) {
      slack = std::min(slack, distance_to(prism, box, margin));
      continue;
    }
    for (int t = leaf.first; t < leaf.last; ++t) {
      const PrismExtent covered = extent(prism, target.triangles()[t].corners);
      if (is_apart(prism, covered, margin)) {
        slack = std::min(slack, distance_to(prism, covered, margin));
      } else if (count < static_cast<int>(triangles.size())) {
        triangles[count++] = t;
      } else {
        return crowded(prism, margin);
      }
    }
  }
  return {slack, prism.stretch, count, false};
}

}  // namespace condyle
