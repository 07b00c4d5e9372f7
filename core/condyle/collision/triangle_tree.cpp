#include "condyle/collision/triangle_tree.h"

#include "condyle/collision/tree_builder.h"

namespace condyle {
namespace {

/// Box of a triangle, padded by far more than the error of cross() that grows with its size: its
/// weights are right to 2^-24, which displaces a hit along the triangle by less than 2^-23 of it.
BoundingBox padded_box(const TriangleTree::Triangle& triangle) {
  BoundingBox box;
  for (const Eigen::Vector3d& corner : triangle.corners) box.include(corner);
  const Eigen::Vector3d pad =
      Eigen::Vector3d::Constant(0x1p-21 * (box.highest - box.lowest).maxCoeff());
  return {box.lowest - pad, box.highest + pad};
}

/// A distance from the point beyond which no triangle of the box lies.
double farthest(const BoundingBox& box, const Eigen::Vector3d& point) {
  return 2 * (point - box.lowest).cwiseAbs().cwiseMax((point - box.highest).cwiseAbs()).sum();
}

struct Visit {
  int node;
  double entry;
};

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) {
  std::vector<Triangle> triangles;
  std::vector<BoundingBox> boxes;
  for (const std::array<int, 3>& t : mesh.triangles) {
    triangles.push_back({{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]},
                         static_cast<int>(triangles.size())});
    boxes.push_back(padded_box(triangles.back()));
  }
  std::vector<int> order;
  nodes_ = build_tree(boxes, order);
  places_.resize(order.size());
  for (const int index : order) {
    places_[index] = static_cast<int>(triangles_.size());
    triangles_.push_back(triangles[index]);
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
  const double length = std::min(range.highest, farthest(nodes[0].box, ray.origin));
  const BoxProbe probe(ray, length);
  const auto limit = [&] { return nearest.triangle < 0 ? length : nearest.distance; };

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
