#include "condyle/collision/triangle_tree.h"

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

FilterSpace make_space(std::span<const BoundingBox> boxes) {
  BoundingBox all = boxes.empty() ? BoundingBox{{0, 0, 0}, {0, 0, 0}} : boxes.front();
  for (const BoundingBox& box : boxes) all.include(box);
  return FilterSpace(all);
}

/// A distance from the point beyond which no triangle lies.
double farthest(const FilterSpace& space, const Eigen::Vector3d& point) {
  return 4 * (space.size + (point - space.origin).norm());
}

struct Visit {
  int node;
  float entry;
};

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) : TriangleTree(mesh, triangle_boxes(mesh)) {}

TriangleTree::TriangleTree(const TriangleMesh& mesh, const std::vector<BoundingBox>& boxes)
    : space_(make_space(boxes)) {
  std::vector<int> order;
  for (const BuiltNode& node : build_tree(boxes, order)) {
    nodes_.push_back({space_.box(node.box), node.first, node.last, node.children});
  }
  places_.resize(order.size());
  for (const int index : order) {
    places_[index] = static_cast<int>(triangles_.size());
    const auto& [a, b, c] = mesh.triangles[index];
    triangles_.push_back({{mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}, index});
    boxes_.push_back(space_.box(boxes[index]));
  }
}

RayHit TriangleTree::nearest(const Ray& ray, double max_distance) const {
  RayHit hit;
  keep_nearest(ray, *this, {0, max_distance}, hit);
  return hit;
}

void keep_nearest(const Ray& ray, const TriangleTree& tree, const DistanceRange& range,
                  RayHit& nearest) {
  const std::span nodes = tree.nodes();
  if (nodes.empty()) return;
  const ShearedRay line = sheared(ray);
  const BoxProbe probe(ray, tree.space());
  const double length = std::min(range.highest, farthest(tree.space(), ray.origin));
  const auto limit = [&] {
    return static_cast<float>(nearest.triangle < 0 ? length : nearest.distance);
  };

  Visit stack[TriangleTree::k_largest_depth];
  int waiting = 0;
  stack[waiting++] = {0, probe.entry(nodes[0].box, limit())};
  while (waiting > 0) {
    const Visit visit = stack[--waiting];
    if (!(visit.entry <= limit())) continue;
    const TriangleTree::Node& node = nodes[visit.node];
    if (node.is_leaf()) {
      for (int i = node.first; i < node.last; ++i) {
        keep_nearest(line, tree.triangles()[i], range, nearest);
      }
      continue;
    }
    Visit near{node.children, probe.entry(nodes[node.children].box, limit())};
    Visit far{node.children + 1, probe.entry(nodes[node.children + 1].box, limit())};
    if (far.entry < near.entry) std::swap(near, far);
    if (far.entry <= limit()) stack[waiting++] = far;
    if (near.entry <= limit()) stack[waiting++] = near;
  }
}

}  // namespace condyle
