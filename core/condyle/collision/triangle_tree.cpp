#include "condyle/collision/triangle_tree.h"

#include <limits>

#include "condyle/collision/tree_builder.h"

namespace condyle {
namespace {

std::vector<BoundingBox> triangle_boxes(const TriangleMesh& mesh) {
  std::vector<BoundingBox> boxes(mesh.triangles.size());
  for (std::size_t t = 0; t < boxes.size(); ++t) {
    for (const int v : mesh.triangles[t]) boxes[t].include(mesh.vertices[v]);
  }
  return boxes;
}

BoxSpace make_space(std::span<const BoundingBox> boxes) {
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  BoundingBox all = boxes.empty() ? BoundingBox{zero, zero} : boxes.front();
  for (const BoundingBox& box : boxes) all.include(box);
  return BoxSpace(all);
}

/// Gathers the children of a binary node, opening the largest until there are four.
class Widener {
 public:
  Widener(std::span<const BinaryNode> binary, std::span<const BoundingBox> ordered_boxes,
          const BoxSpace& space, std::vector<TriangleTree::Node>& nodes)
      : binary_(binary), boxes_(ordered_boxes), space_(space), nodes_(nodes) {}

  /// Returns the index of the wide node made of a binary one and all below.
  int add(const BinaryNode& from) {
    const int index = static_cast<int>(nodes_.size());
    TriangleTree::Node node;
    node.first = from.first;
    node.last = from.last;
    node.is_leaf = from.is_leaf();
    nodes_.push_back(node);
    if (from.is_leaf()) {
      for (int i = from.first; i < from.last; ++i) {
        space_.set(node.boxes, node.child_count++, boxes_[i]);
      }
    } else {
      for (const BinaryNode* child : grandchildren(from)) {
        if (child == nullptr) continue;
        space_.set(node.boxes, node.child_count, child->box);
        node.children[node.child_count++] = add(*child);
      }
    }
    nodes_[index] = node;
    return index;
  }

 private:
  std::array<const BinaryNode*, 4> grandchildren(const BinaryNode& from) const {
    std::array<const BinaryNode*, 4> found{&binary_[from.children], &binary_[from.children + 1]};
    for (int count = 2; count < 4; ++count) {
      const BinaryNode** largest = nullptr;
      for (int i = 0; i < count; ++i) {
        if (found[i]->is_leaf()) continue;
        if (!largest || found[i]->box.half_area() > (*largest)->box.half_area()) {
          largest = &found[i];
        }
      }
      if (!largest) break;
      const int children = (*largest)->children;
      *largest = &binary_[children];
      found[count] = &binary_[children + 1];
    }
    return found;
  }

  std::span<const BinaryNode> binary_;
  std::span<const BoundingBox> boxes_;
  const BoxSpace& space_;
  std::vector<TriangleTree::Node>& nodes_;
};

/// A distance from the point beyond which no triangle lies.
double farthest(const BoxSpace& space, const Eigen::Vector3d& point) {
  return 4 * (space.size + (point - space.origin).norm());
}

/// Nodes still to be visited, the nearest on top.
class Waiting {
 public:
  void push(int node, float entry) { visits_[count_++] = {node, entry}; }
  bool is_empty() const { return count_ == 0; }
  /// Returns the node, or -1 where its box begins beyond `limit`.
  int pop(float limit) {
    const Visit& visit = visits_[--count_];
    return visit.entry <= limit ? visit.node : -1;
  }
  /// Puts those pushed since there were `count` in order.
  void sort_from(int count) {
    for (int i = count + 1; i < count_; ++i) {
      for (int j = i; j > count && visits_[j - 1].entry < visits_[j].entry; --j) {
        std::swap(visits_[j - 1], visits_[j]);
      }
    }
  }
  int count() const { return count_; }

 private:
  struct Visit {
    int node;
    float entry;
  };
  Visit visits_[TriangleTree::k_largest_stack];
  int count_ = 0;
};

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) : TriangleTree(mesh, triangle_boxes(mesh)) {}

TriangleTree::TriangleTree(const TriangleMesh& mesh, const std::vector<BoundingBox>& boxes)
    : space_(make_space(boxes)) {
  std::vector<int> order;
  const std::vector<BinaryNode> binary = build_tree(boxes, order);
  std::vector<BoundingBox> ordered_boxes;
  for (const int index : order) {
    const auto& [a, b, c] = mesh.triangles[index];
    triangles_.push_back({{mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}, index});
    ordered_boxes.push_back(boxes[index]);
  }
  if (!binary.empty()) Widener(binary, ordered_boxes, space_, nodes_).add(binary.front());
}

RayHit TriangleTree::nearest(const Ray& ray, double max_distance) const {
  RayHit hit;
  keep_nearest(ray, *this, {0, max_distance}, hit);
  return hit;
}

void keep_nearest(const Ray& ray, const TriangleTree& tree, const DistanceRange& range,
                  RayHit& nearest) {
  if (tree.nodes().empty()) return;
  const ShearedRay line = sheared(ray);
  const BoxProbe probe(ray, tree.space());
  const double length = std::min(range.highest, farthest(tree.space(), ray.origin));
  const auto limit = [&] {
    return static_cast<float>(nearest.triangle < 0 ? length : nearest.distance);
  };

  Waiting waiting;
  waiting.push(0, 0);
  while (!waiting.is_empty()) {
    const int index = waiting.pop(limit());
    if (index < 0) continue;
    const TriangleTree::Node& node = tree.nodes()[index];
    Lanes entry;
    // Where the ray is not a number, the lanes that hold nothing are met too.
    unsigned lanes = node.lanes() & probe.meets(node.boxes, limit(), entry);
    if (node.is_leaf) {
      keep_nearest(line, tree, node, lanes, range, nearest);
      continue;
    }
    const int before = waiting.count();
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      waiting.push(node.children[lane], entry[lane]);
    }
    waiting.sort_from(before);
  }
}

}  // namespace condyle
