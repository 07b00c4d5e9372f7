#include "condyle/collision/nearby_normals.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>

namespace condyle {
namespace {

using Node = TriangleTree::Node;

/// Doubled area over longest side squared, below which rounding could move a crossing noticeably.
constexpr double k_thinnest = 0x1p-12;
/// More than the rounding of a unit normal to float.
constexpr float k_rounding = 0x1p-20f;

NormalBox normal_of(const TriangleTree::Triangle& triangle, const std::array<int, 3>& links) {
  const auto& [a, b, c] = triangle.corners;
  const Eigen::Vector3d normal = (b - a).cross(c - a);
  const double length = normal.norm();
  const double longest_squared =
      std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
  const bool is_linked = links[0] >= 0 && links[1] >= 0 && links[2] >= 0;
  if (!is_linked || !(length > k_thinnest * longest_squared)) return NormalBox::all();
  const Eigen::Array3f unit = (normal / length).cast<float>();
  return {unit - k_rounding, unit + k_rounding};
}

/// Lanes whose box comes within `distance` of the first of `from`, along every axis.
unsigned lanes_near(const BoxPacket& from, float distance, const BoxPacket& boxes) {
  Lanes gap = Lanes::Constant(-distance);
  for (int k = 0; k < 3; ++k) {
    gap = gap.max((boxes.center[k] - from.center[k][0]).abs() - boxes.half_size[k] -
                  from.half_size[k][0] - distance);
  }
  return lanes_up_to(gap, Lanes::Zero());
}

class Gatherer {
 public:
  Gatherer(const TriangleTree& tree, const TriangleLinks& links, float distance)
      : tree_(tree), distance_(distance) {
    const auto triangles = tree.triangles();
    normals_.reserve(triangles.size());
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      normals_.push_back(normal_of(triangles[i], links[i]));
    }
    within_.resize(tree.nodes().size());
    for (std::size_t i = within_.size(); i-- > 0;) within_[i] = own_normals(tree.nodes()[i]);
  }

  /// Of all that comes near the triangles of a leaf: asked for one by one they would take four
  /// times as long, and are little narrower.
  NormalBox near(const Node& leaf) const {
    NormalBox found;
    const BoxPacket around = box_of(leaf);
    int stack[TriangleTree::k_largest_stack];
    int waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
      const Node& node = tree_.nodes()[stack[--waiting]];
      unsigned lanes = node.lanes() & lanes_near(around, distance_, node.boxes);
      for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        if (node.is_leaf()) {
          found.include(normals_[node.first + lane]);
        } else if (adds(within_[node.children[lane]], found)) {
          stack[waiting++] = node.children[lane];
        }
      }
    }
    return found;
  }

 private:
  /// Children come after their parents.
  NormalBox own_normals(const Node& node) const {
    NormalBox all;
    for (int i = 0; i < node.child_count; ++i) {
      all.include(node.is_leaf() ? normals_[node.first + i] : within_[node.children[i]]);
    }
    return all;
  }

  static bool adds(const NormalBox& box, const NormalBox& to) {
    return (box.lowest < to.lowest).any() || (box.highest > to.highest).any();
  }

  /// What all triangles of a leaf cover, in the first lane.
  static BoxPacket box_of(const Node& leaf) {
    BoxPacket around;
    for (int k = 0; k < 3; ++k) {
      const Lanes low = leaf.boxes.center[k] - leaf.boxes.half_size[k];
      const Lanes high = leaf.boxes.center[k] + leaf.boxes.half_size[k];
      const float lowest = low.head(leaf.child_count).minCoeff();
      const float highest = high.head(leaf.child_count).maxCoeff();
      around.center[k][0] = 0.5f * (lowest + highest);
      around.half_size[k][0] = 0.5f * (highest - lowest);
    }
    return around;
  }

  const TriangleTree& tree_;
  float distance_;
  std::vector<NormalBox> normals_;  ///< per triangle
  std::vector<NormalBox> within_;   ///< per node: of all its triangles
};

}  // namespace

NearbyNormals::NearbyNormals(const TriangleTree& tree, const TriangleLinks& links, double distance)
    : distance_(distance) {
  if (tree.nodes().empty()) return;
  const double padding = tree.space().padding(tree.space().origin);
  const Gatherer gatherer(tree, links, static_cast<float>(distance + 2 * padding));
  boxes_.resize(tree.triangles().size());
  for (const Node& node : tree.nodes()) {
    if (!node.is_leaf()) continue;
    std::fill(boxes_.begin() + node.first, boxes_.begin() + node.last, gatherer.near(node));
  }
}

double mean_side(const TriangleTree& tree) {
  double sum = 0;
  for (const TriangleTree::Triangle& triangle : tree.triangles()) {
    const auto& [a, b, c] = triangle.corners;
    sum += (b - a).norm() + (c - b).norm() + (a - c).norm();
  }
  return tree.triangles().empty() ? 0 : sum / (3 * static_cast<double>(tree.triangles().size()));
}

}  // namespace condyle
