#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "condyle/geometry/mesh_solid.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/src/mesh/topology.h"

namespace condyle::test {

/// Shortest paths over a small mesh by exhaustive search. A shortest path consists of stretches
/// between its ends and vertices that are straight in some row of unfolded triangles. The only rule
/// that excludes a stretch is that it must stay in its triangles, so the result does not rely on
/// the library's search.
class AllUnfoldings {
 public:
  explicit AllUnfoldings(const TriangleMesh& mesh)
      : mesh_(mesh), neighbours_(mesh::triangle_neighbours(mesh)) {}

  struct Shortest {
    double length = std::numeric_limits<double>::infinity();
    int bends = 0;
  };

  Shortest shortest(const geometry::MeshPoint& from, const geometry::MeshPoint& to) const {
    // Nodes: the vertices, the start, the end. Dijkstra's algorithm without a queue.
    const int vertices = static_cast<int>(mesh_.vertices.size());
    const int end = vertices + 1;
    std::vector<Node> nodes;
    for (int v = 0; v < vertices; ++v) nodes.push_back(vertex_node(v));
    nodes.push_back(node_of(from));
    nodes.push_back(node_of(to));
    std::vector<Shortest> best(nodes.size());
    std::vector<bool> done(nodes.size(), false);
    best[vertices].length = 0;
    for (;;) {
      int here = -1;
      for (int i = 0; i <= end; ++i) {
        if (!done[i] && (here < 0 || best[i].length < best[here].length)) here = i;
      }
      if (here < 0 || here == end || !std::isfinite(best[here].length)) return best[end];
      done[here] = true;
      const std::vector<double> straight = straight_from(nodes[here], nodes);
      for (int i = 0; i <= end; ++i) {
        const double length = best[here].length + straight[i];
        if (length < best[i].length * (1 - 1e-14)) best[i] = {length, best[here].bends + 1};
      }
    }
  }

 private:
  using Vector2d = Eigen::Vector2d;
  using Vector3d = Eigen::Vector3d;

  struct Node {
    Vector3d point;
    std::vector<int> triangles;
  };

  Node vertex_node(int vertex) const {
    Node node{mesh_.vertices[vertex], {}};
    for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
      const auto& c = mesh_.triangles[t];
      if (std::find(c.begin(), c.end(), vertex) != c.end()) node.triangles.push_back(t);
    }
    return node;
  }

  Node node_of(const geometry::MeshPoint& at) const {
    Node node{Vector3d::Zero(), {at.triangle}};
    for (int k = 0; k < 3; ++k) {
      node.point += at.weights[k] * mesh_.vertices[mesh_.triangles[at.triangle][k]];
      const int across = neighbours_[at.triangle][(k + 1) % 3];
      if (at.weights[k] == 0 && across >= 0) node.triangles.push_back(across);
      if (at.weights[k] == 1) return vertex_node(mesh_.triangles[at.triangle][k]);
    }
    return node;
  }

  /// Per node: the length of the shortest straight stretch to it, or infinity.
  std::vector<double> straight_from(const Node& from, const std::vector<Node>& nodes) const {
    std::vector<double> lengths(nodes.size(), std::numeric_limits<double>::infinity());
    for (const int t : from.triangles) {
      // The triangle in the plane, the start at the origin.
      const auto& c = mesh_.triangles[t];
      const Vector3d a = mesh_.vertices[c[0]], x = (mesh_.vertices[c[1]] - a).normalized();
      const Vector3d n = x.cross(mesh_.vertices[c[2]] - a).normalized(), y = n.cross(x);
      std::array<Vector2d, 3> flat;
      for (int k = 0; k < 3; ++k) {
        const Vector3d arm = mesh_.vertices[c[k]] - from.point;
        flat[k] = {arm.dot(x), arm.dot(y)};
      }
      std::vector<int> row;
      unfold(t, flat, -1, {}, row, nodes, lengths);
    }
    return lengths;
  }

  static double cross(const Vector2d& a, const Vector2d& b) {
    return a.x() * b.y() - a.y() * b.x();
  }

  /// The lines from the origin between two directions, or all lines if there are none.
  struct Wedge {
    Vector2d right = Vector2d::Zero(), left = Vector2d::Zero();
  };

  static bool sees(const Wedge& wedge, const Vector2d& p) {
    const double margin = 1e-12 * p.norm();
    return wedge.right.isZero(0) ||
           (cross(wedge.right, p) >= -margin && cross(p, wedge.left) >= -margin);
  }

  void unfold(int t, const std::array<Vector2d, 3>& flat, int came_over, const Wedge& wedge,
              std::vector<int>& row, const std::vector<Node>& nodes,
              std::vector<double>& lengths) const {
    row.push_back(t);
    const auto& c = mesh_.triangles[t];
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (std::find(nodes[i].triangles.begin(), nodes[i].triangles.end(), t) ==
          nodes[i].triangles.end()) {
        continue;
      }
      const Vector2d p = laid_flat(nodes[i].point, t, flat);
      if (sees(wedge, p)) lengths[i] = std::min(lengths[i], p.norm());
    }
    for (int k = 0; k < 3; ++k) {
      const int next = neighbours_[t][k];
      if (k == came_over || next < 0 || std::find(row.begin(), row.end(), next) != row.end()) {
        continue;
      }
      // Seen from inside, the side runs from right to left.
      Wedge narrower{flat[k], flat[(k + 1) % 3]};
      if (cross(narrower.right, narrower.left) <= 0) continue;  // the side passes through the start
      if (!wedge.right.isZero(0)) {
        if (cross(wedge.right, narrower.right) < 0) narrower.right = wedge.right;
        if (cross(narrower.left, wedge.left) < 0) narrower.left = wedge.left;
        if (cross(narrower.right, narrower.left) <= 0) continue;
      }
      const auto& d = mesh_.triangles[next];
      int j = 0;
      while (d[j] == c[k] || d[j] == c[(k + 1) % 3]) ++j;
      std::array<Vector2d, 3> beyond;
      beyond[j] = mirrored_apex(t, k, mesh_.vertices[d[j]], flat);
      beyond[(j + 1) % 3] = d[(j + 1) % 3] == c[k] ? flat[k] : flat[(k + 1) % 3];
      beyond[(j + 2) % 3] = d[(j + 2) % 3] == c[k] ? flat[k] : flat[(k + 1) % 3];
      unfold(next, beyond, (j + 1) % 3, narrower, row, nodes, lengths);
    }
    row.pop_back();
  }

  /// A point of triangle t laid flat, by its barycentric weights.
  Vector2d laid_flat(const Vector3d& p, int t, const std::array<Vector2d, 3>& flat) const {
    const auto& c = mesh_.triangles[t];
    const Vector3d a = mesh_.vertices[c[0]], b = mesh_.vertices[c[1]], q = mesh_.vertices[c[2]];
    const Vector3d n = (b - a).cross(q - a);
    const double wb = (p - a).cross(q - a).dot(n) / n.squaredNorm();
    const double wq = (b - a).cross(p - a).dot(n) / n.squaredNorm();
    return (1 - wb - wq) * flat[0] + wb * flat[1] + wq * flat[2];
  }

  /// The apex of the triangle beyond side k, laid flat by its distances from the ends of that side.
  Vector2d mirrored_apex(int t, int k, const Vector3d& apex,
                         const std::array<Vector2d, 3>& flat) const {
    const auto& c = mesh_.triangles[t];
    const Vector3d a = mesh_.vertices[c[k]], b = mesh_.vertices[c[(k + 1) % 3]];
    const double along = (apex - a).dot((b - a).normalized());
    const double off = std::sqrt(std::max(0.0, (apex - a).squaredNorm() - along * along));
    const Vector2d x = (flat[(k + 1) % 3] - flat[k]).normalized();
    return flat[k] + along * x + off * Vector2d(x.y(), -x.x());
  }

  TriangleMesh mesh_;
  std::vector<std::array<int, 3>> neighbours_;
};

}  // namespace condyle::test
