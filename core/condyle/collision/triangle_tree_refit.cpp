#include <algorithm>
#include <cmath>

#include "condyle/collision/tree_slabs.h"
#include "condyle/collision/triangle_tree.h"

namespace condyle {
namespace {

/// Boxes are counted from a point that may lie so many sizes of the mesh away from it: padding, and
/// what a search tests in vain, grows with that.
constexpr double k_farthest_origin = 2;

double half_area(const Eigen::Vector3d& size) {
  return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

/// Slabs of so many triangles are made of them all, of more from the boxes of the node's children,
/// so that the time does not grow with the height of the tree.
constexpr int k_largest_exact_slab = 64;

Eigen::Vector3d half_size_of(const BoxPacket& boxes, int lane) {
  return Eigen::Vector3d(boxes.half_size[0][lane], boxes.half_size[1][lane],
                         boxes.half_size[2][lane]);
}

Eigen::Vector3d center_of(const BoxPacket& boxes, int lane) {
  return Eigen::Vector3d(boxes.center[0][lane], boxes.center[1][lane], boxes.center[2][lane]);
}

/// A slab that holds the boxes of the node's children.
void set_slab(SlabPacket& packet, int lane, const Eigen::Vector3d& axis,
              const TriangleTree::Node& node) {
  double lowest = INFINITY, highest = -INFINITY;
  for (int i = 0; i < node.child_count; ++i) {
    const double middle = axis.dot(center_of(node.boxes, i));
    const double half = axis.cwiseAbs().dot(half_size_of(node.boxes, i));
    lowest = std::min(lowest, middle - half);
    highest = std::max(highest, middle + half);
  }
  set_slab(packet, lane, axis, lowest, highest);
}

}  // namespace

void TriangleTree::refit(const TriangleMesh& mesh) {
  if (nodes_.empty()) return;
  if (bounds_.empty()) built_spread_ = spread();
  const bool has_new_origin = take(mesh);
  if (bounds_.size() != nodes_.size()) {
    bounds_.resize(nodes_.size());
    for (Bounds& bounds : bounds_) bounds.has_changed = true;
  } else if (has_new_origin) {
    for (Bounds& bounds : bounds_) bounds.has_changed = true;
  }
  for (std::size_t i = nodes_.size(); i-- > 0;) {  // children come after their parents
    const int node = static_cast<int>(i);
    if (nodes_[i].is_leaf())
      fit_leaf(node, mesh);
    else
      fit_inner(node);
  }
  for (Bounds& bounds : bounds_) bounds.has_changed = false;
  if (!(spread() > k_worst_growth * built_spread_)) return;
  build(mesh);
  bounds_.clear();
}

/// Sees to it that boxes can be counted from the space's origin; whether that is a new one.
bool TriangleTree::take(const TriangleMesh& mesh) {
  BoundingBox all;
  for (const auto& triangle : mesh.triangles)
    for (const int v : triangle) all.include(mesh.vertices[v]);
  const double size = std::max((all.highest - space_.origin).cwiseAbs().maxCoeff(),
                               (all.lowest - space_.origin).cwiseAbs().maxCoeff());
  const bool is_far = size > k_farthest_origin * all.half_size().maxCoeff();
  if (is_far)
    space_ = BoxSpace(all);
  else
    space_.size = size;
  return is_far;
}

void TriangleTree::fit_leaf(int index, const TriangleMesh& mesh) {
  Node& leaf = nodes_[index];
  Bounds& bounds = bounds_[index];
  for (int i = leaf.first; i < leaf.last; ++i) {
    const auto& vertices = mesh.triangles[triangles_[i].index];
    for (int k = 0; k < 3; ++k) {
      Eigen::Vector3d& corner = triangles_[i].corners[k];
      const Eigen::Vector3d& moved = mesh.vertices[vertices[k]];
      bounds.has_changed |= corner != moved;
      corner = moved;
    }
  }
  if (!bounds.has_changed) return;
  bounds.lowest.setConstant(INFINITY);
  bounds.highest.setConstant(-INFINITY);
  bounds.normal.setZero();
  for (int lane = 0; lane < leaf.child_count; ++lane) {
    const auto& [a, b, c] = triangles_[leaf.first + lane].corners;
    const Eigen::Array4f p = rounded(a, space_), q = rounded(b, space_), r = rounded(c, space_);
    const LaneBox box{p.min(q).min(r), p.max(q).max(r)};
    set_lane(leaf.boxes, lane, box);
    bounds.lowest = bounds.lowest.min(box.lowest);
    bounds.highest = bounds.highest.max(box.highest);
    bounds.normal += (b - a).cross(c - a);
  }
}

void TriangleTree::fit_inner(int index) {
  Node& node = nodes_[index];
  Bounds& bounds = bounds_[index];
  for (int lane = 0; lane < node.child_count; ++lane)
    bounds.has_changed |= bounds_[node.children[lane]].has_changed;
  if (!bounds.has_changed) return;
  bounds.lowest.setConstant(INFINITY);
  bounds.highest.setConstant(-INFINITY);
  bounds.normal.setZero();
  for (int lane = 0; lane < node.child_count; ++lane) {
    const Node& child = nodes_[node.children[lane]];
    const Bounds& within = bounds_[node.children[lane]];
    bounds.lowest = bounds.lowest.min(within.lowest);
    bounds.highest = bounds.highest.max(within.highest);
    bounds.normal += within.normal;
    if (!within.has_changed) continue;
    set_lane(node.boxes, lane, {within.lowest, within.highest});
    SlabPacket& slabs = slabs_[node.slabs];
    const Eigen::Vector3d axis = axis_of(within.normal);
    if (child.last - child.first > k_largest_exact_slab)
      set_slab(slabs, lane, axis, child);
    else
      set_slab(slabs, lane, axis, triangles().subspan(child.first, child.last - child.first),
               space_.origin);
  }
}

/// Of the boxes of all nodes but the root, the sum of their surfaces over that of the root's.
double TriangleTree::spread() const {
  double sum = 0;
  for (const Node& node : nodes_) {
    for (int lane = 0; lane < node.child_count; ++lane)
      sum += half_area(half_size_of(node.boxes, lane));
  }
  BoundingBox all;
  const Node& root = nodes_.front();
  for (int lane = 0; lane < root.child_count; ++lane) {
    all.include(center_of(root.boxes, lane) - half_size_of(root.boxes, lane));
    all.include(center_of(root.boxes, lane) + half_size_of(root.boxes, lane));
  }
  const double whole = half_area(all.half_size());
  return whole > 0 ? sum / whole : 0.0;
}

}  // namespace condyle
