#include "condyle/collision/triangle_tree.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

#include "condyle/collision/tree_builder.h"
#include "condyle/collision/tree_slabs.h"

namespace condyle {
namespace {

BoxSpace space_of(const TriangleMesh& mesh) {
  BoundingBox all;
  for (const auto& triangle : mesh.triangles) {
    for (const int v : triangle) all.include(mesh.vertices[v]);
  }
  if (mesh.triangles.empty()) all = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  return BoxSpace(all);
}

std::vector<Eigen::Array4f> rounded_vertices(const TriangleMesh& mesh, const BoxSpace& space) {
  std::vector<Eigen::Array4f> corners;
  corners.reserve(mesh.vertices.size());
  for (const Eigen::Vector3d& vertex : mesh.vertices) corners.push_back(rounded(vertex, space));
  return corners;
}

std::vector<LaneBox> triangle_boxes(const TriangleMesh& mesh, const BoxSpace& space) {
  const std::vector<Eigen::Array4f> corners = rounded_vertices(mesh, space);
  std::vector<LaneBox> boxes;
  boxes.reserve(mesh.triangles.size());
  for (const auto& [a, b, c] : mesh.triangles) {
    const Eigen::Array4f p = corners[a], q = corners[b], r = corners[c];
    boxes.push_back({p.min(q).min(r), p.max(q).max(r)});
  }
  return boxes;
}

/// Gathers the children of a binary node, opening the largest until there are four.
class Widener {
 public:
  Widener(const BinaryTree& binary, std::vector<TriangleTree::Node>& nodes)
      : binary_(binary), nodes_(nodes) {}

  /// Returns the index of the wide node made of a binary one and all below.
  int add(const BinaryNode& from) {
    const int index = static_cast<int>(nodes_.size());
    TriangleTree::Node& node = nodes_.emplace_back();
    node.first = from.first;
    node.last = from.last;
    if (from.is_leaf()) {
      for (int i = from.first; i < from.last; ++i) {
        set_lane(node.boxes, node.child_count++, binary_.boxes[i]);
      }
      return index;
    }
    const Children children = open(from);
    node.slabs = inner_count_++;
    node.child_count = children.count;
    for (int i = 0; i < children.count; ++i) set_lane(node.boxes, i, children.node[i]->box);
    for (int i = 0; i < children.count; ++i) {
      const int child = add(*children.node[i]);
      nodes_[index].children[i] = child;  // `node` may have moved
    }
    return index;
  }

  /// How many nodes it makes.
  int count(const BinaryNode& from) const {
    int sum = 1;
    if (from.is_leaf()) return sum;
    const Children children = open(from);
    for (int i = 0; i < children.count; ++i) sum += count(*children.node[i]);
    return sum;
  }

 private:
  struct Children {
    std::array<const BinaryNode*, 4> node;
    int count;
  };

  Children open(const BinaryNode& from) const {
    Children found{{child(from, 0), child(from, 1)}, 2};
    while (found.count < 4) {
      const BinaryNode** largest = nullptr;
      float area = -1;
      for (int i = 0; i < found.count; ++i) {
        if (found.node[i]->is_leaf() || found.node[i]->box.half_area() <= area) continue;
        largest = &found.node[i];
        area = (*largest)->box.half_area();
      }
      if (!largest) break;
      const BinaryNode& opened = **largest;
      *largest = child(opened, 0);
      found.node[found.count++] = child(opened, 1);
    }
    return found;
  }
  const BinaryNode* child(const BinaryNode& from, int which) const {
    return &binary_.nodes[from.children + which];
  }

  const BinaryTree& binary_;
  std::vector<TriangleTree::Node>& nodes_;
  int inner_count_ = 0;  ///< nodes that are no leaves
};

/// About the children of every node that is no leaf.
std::vector<SlabPacket> make_slabs(std::span<const TriangleTree::Node> nodes,
                                   std::span<const TriangleTree::Triangle> triangles,
                                   const BoxSpace& space) {
  std::vector<SlabPacket> slabs(static_cast<std::size_t>(
      std::count_if(nodes.begin(), nodes.end(), [](const auto& node) { return !node.is_leaf(); })));
  std::vector<Eigen::Vector3d> normals(nodes.size(), Eigen::Vector3d::Zero());  // times area
  for (std::size_t i = nodes.size(); i-- > 0;) {  // children come after their parents
    const TriangleTree::Node& node = nodes[i];
    if (node.is_leaf()) {
      for (const auto& [corners, index] : triangles.subspan(node.first, node.last - node.first)) {
        normals[i] += (corners[1] - corners[0]).cross(corners[2] - corners[0]);
      }
      continue;
    }
    SlabPacket& packet = slabs[node.slabs];
    for (auto* lanes :
         {&packet.axis[0], &packet.axis[1], &packet.axis[2], &packet.middle, &packet.half_size})
      lanes->setZero();
    for (int lane = 0; lane < node.child_count; ++lane) {
      const int child = node.children[lane];
      normals[i] += normals[child];
      set_slab(packet, lane, axis_of(normals[child]),
               triangles.subspan(nodes[child].first, nodes[child].last - nodes[child].first),
               space.origin);
    }
  }
  return slabs;
}

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

Eigen::Vector3d axis_of(const Eigen::Vector3d& normal) {
  const double largest = normal.cwiseAbs().maxCoeff();
  const bool is_usable = largest > 0 && largest < std::numeric_limits<double>::infinity();
  return is_usable ? (normal / largest).normalized() : Eigen::Vector3d::UnitZ();
}

void set_slab(SlabPacket& packet, int lane, const Eigen::Vector3d& axis, double lowest,
              double highest) {
  for (int k = 0; k < 3; ++k) packet.axis[k][lane] = static_cast<float>(axis[k]);
  packet.middle[lane] = static_cast<float>(0.5 * (lowest + highest));
  packet.half_size[lane] = static_cast<float>(0.5 * (highest - lowest));
}

void set_slab(SlabPacket& packet, int lane, const Eigen::Vector3d& axis,
              std::span<const TriangleTree::Triangle> triangles, const Eigen::Vector3d& origin) {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (const TriangleTree::Triangle& triangle : triangles) {
    for (const Eigen::Vector3d& corner : triangle.corners) {
      const double at = axis.dot(corner);
      lowest = std::min(lowest, at);
      highest = std::max(highest, at);
    }
  }
  const double at_origin = axis.dot(origin);
  set_slab(packet, lane, axis, lowest - at_origin, highest - at_origin);
}

TriangleTree::TriangleTree(const TriangleMesh& mesh) : space_(space_of(mesh)) { build(mesh); }

void TriangleTree::build(const TriangleMesh& mesh) {
  ++builds_;
  const BinaryTree binary = build_tree(triangle_boxes(mesh, space_));
  triangles_.clear();
  triangles_.reserve(binary.order.size());
  for (const int index : binary.order) {
    const auto& [a, b, c] = mesh.triangles[index];
    triangles_.push_back({{mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}, index});
  }
  nodes_.clear();
  if (binary.nodes.empty()) return;
  Widener widener(binary, nodes_);
  nodes_.reserve(static_cast<std::size_t>(widener.count(binary.nodes.front())));
  widener.add(binary.nodes.front());
  slabs_ = make_slabs(nodes_, triangles_, space_);
}

RayHit TriangleTree::nearest(const Ray& ray, double max_distance) const {
  RayHit hit;
  keep_nearest(ray, *this, {std::numeric_limits<double>::min(), max_distance}, hit);
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
    if (node.is_leaf()) {
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

void keep_nearest(const Ray& ray, const TriangleTree& tree, std::span<const int> leaves,
                  const DistanceRange& range, RayHit& nearest) {
  const ShearedRay line = sheared(ray);
  const BoxProbe probe(ray, tree.space());
  const double length = std::min(range.highest, farthest(tree.space(), ray.origin));
  for (const int leaf : leaves) {
    const TriangleTree::Node& node = tree.nodes()[leaf];
    const double limit = nearest.triangle < 0 ? length : nearest.distance;
    Lanes entry;
    const unsigned lanes = node.lanes() & probe.meets(node.boxes, static_cast<float>(limit), entry);
    keep_nearest(line, tree, node, lanes, range, nearest);
  }
}

}  // namespace condyle
