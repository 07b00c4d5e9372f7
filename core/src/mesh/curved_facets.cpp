#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "condyle/error.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/src/mesh/crease.h"
#include "core/src/mesh/topology.h"
#include "core/src/mesh/triangle_limit.h"

namespace condyle::mesh {
namespace {

constexpr int k_most_parts = 16;

using Normals = std::array<Eigen::Vector3d, 3>;

/// A welded mesh with the normal at each corner of each facet.
class CurvedMesh {
 public:
  explicit CurvedMesh(TriangleMesh mesh)
      : mesh_(std::move(mesh)), neighbours_(triangle_neighbours(mesh_)) {
    const int count = static_cast<int>(mesh_.triangles.size());
    for (int t = 0; t < count; ++t) facet_normals_.push_back(area_vector_doubled(mesh_, t));
    for (Eigen::Vector3d& normal : facet_normals_) normal.normalize();
    for (int t = 0; t < count; ++t)
      corner_normals_.push_back({normal_at(t, 0), normal_at(t, 1), normal_at(t, 2)});
  }

  const TriangleMesh& mesh() const { return mesh_; }
  const Eigen::Vector3d& corner(int t, int c) const {
    return mesh_.vertices[mesh_.triangles[t][c]];
  }

  bool is_smooth(int t, int side) const {
    const int next = neighbours_[t][side];
    return next >= 0 && facet_normals_[t].dot(facet_normals_[next]) > k_crease_cosine;
  }

  /// The Bezier control point of a side next to corner `from`; on the side itself if that is a
  /// crease or a border.
  Eigen::Vector3d control_point(int t, int from, int to, int side) const {
    const Eigen::Vector3d &p = corner(t, from), &q = corner(t, to);
    const Eigen::Vector3d straight = (2 * p + q) / 3;
    if (!is_smooth(t, side)) return straight;
    const Eigen::Vector3d& normal = corner_normals_[t][from];
    return straight - (q - p).dot(normal) / 3 * normal;
  }

 private:
  /// A facet's normal with its weight at a corner. If the vertex and its neighbours lie on a
  /// sphere, the sum around the vertex is along the sphere's normal (Max 1999, J. Graphics Tools
  /// 4:1).
  Eigen::Vector3d weighted_normal(int t, int c) const {
    const Eigen::Vector3d a = corner(t, (c + 1) % 3) - corner(t, c);
    const Eigen::Vector3d b = corner(t, (c + 2) % 3) - corner(t, c);
    const double squares = a.squaredNorm() * b.squaredNorm();
    return squares > 0 ? Eigen::Vector3d(a.cross(b) / squares) : Eigen::Vector3d::Zero();
  }

  /// The corner of a triangle at a vertex.
  int corner_at(int t, int vertex) const {
    const auto& corners = mesh_.triangles[t];
    return static_cast<int>(std::ranges::find(corners, vertex) - corners.begin());
  }

  /// The mean of the normals around a vertex, from one crease to the next.
  Eigen::Vector3d normal_at(int t, int c) const {
    const int vertex = mesh_.triangles[t][c];
    Eigen::Vector3d sum = weighted_normal(t, c);
    for (const bool forward : {true, false}) {
      int now = t, side = forward ? c : (c + 2) % 3;
      while (is_smooth(now, side)) {
        const int next = neighbours_[now][side];
        if (next == t) return sum.normalized();  // all around
        const int at = corner_at(next, vertex);
        // Of the two sides of `next` at the vertex, take the one that does not lead back.
        side = neighbours_[next][at] == now ? (at + 2) % 3 : at;
        now = next;
        sum += weighted_normal(now, at);
      }
    }
    return sum.normalized();
  }

  TriangleMesh mesh_;
  std::vector<std::array<int, 3>> neighbours_;
  std::vector<Eigen::Vector3d> facet_normals_;
  std::vector<Normals> corner_normals_;
};

/// The cubic Bezier triangle of a facet; at() takes barycentric weights of the corners.
class CubicFacet {
 public:
  CubicFacet(const CurvedMesh& curved, int t) {
    Eigen::Vector3d corners = Eigen::Vector3d::Zero(), sides = Eigen::Vector3d::Zero();
    for (int c = 0; c < 3; ++c) {
      const int next = (c + 1) % 3;
      corner_[c] = curved.corner(t, c);
      near_[c] = curved.control_point(t, c, next, c);
      far_[c] = curved.control_point(t, next, c, c);
      corners += corner_[c] / 3;
      sides += (near_[c] + far_[c]) / 6;
    }
    middle_ = sides + (sides - corners) / 2;
  }

  Eigen::Vector3d at(const Eigen::Vector3d& part) const {
    Eigen::Vector3d point = 6 * part.prod() * middle_;
    for (int c = 0; c < 3; ++c) {
      const double a = part[c], b = part[(c + 1) % 3];
      point += a * a * a * corner_[c] + 3 * a * b * (a * near_[c] + b * far_[c]);
    }
    return point;
  }

 private:
  Normals corner_, near_, far_;  ///< control points: corners; per side, next to its start, its end
  Eigen::Vector3d middle_;
};

/// Divides facets, and shares the vertices on their sides.
class Division {
 public:
  Division(const CurvedMesh& curved, int parts) : curved_(curved), parts_(parts) {
    divided_.vertices = curved.mesh().vertices;
  }

  TriangleMesh divided() {
    for (int t = 0; t < static_cast<int>(curved_.mesh().triangles.size()); ++t) divide(t);
    return std::move(divided_);
  }

 private:
  /// Index of a facet's point in vertices_. Point j of row i has the barycentric weight j / parts_
  /// at the second corner and i / parts_ at the third.
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(i * (parts_ + 1) - i * (i - 1) / 2 + j);
  }

  void divide(int t) {
    const CubicFacet facet(curved_, t);
    vertices_.clear();
    for (int i = 0; i <= parts_; ++i)
      for (int j = 0; j <= parts_ - i; ++j) vertices_.push_back(vertex(t, facet, i, j));
    for (int i = 0; i < parts_; ++i) {
      for (int j = 0; j < parts_ - i; ++j) {
        const int a = vertices_[index(i, j)], b = vertices_[index(i, j + 1)];
        const int c = vertices_[index(i + 1, j)];
        divided_.triangles.push_back({a, b, c});
        if (j + 1 < parts_ - i)
          divided_.triangles.push_back({b, vertices_[index(i + 1, j + 1)], c});
      }
    }
  }

  int vertex(int t, const CubicFacet& facet, int i, int j) {
    const std::array<int, 3> part{parts_ - i - j, j, i};
    const auto& corners = curved_.mesh().triangles[t];
    for (int c = 0; c < 3; ++c)
      if (part[c] == parts_) return corners[c];
    const Eigen::Vector3d point = facet.at(Eigen::Vector3d(part[0], part[1], part[2]) / parts_);
    for (int c = 0; c < 3; ++c)
      if (part[(c + 2) % 3] == 0) return on_side(corners[c], corners[(c + 1) % 3], part[c], point);
    return add(point);
  }

  /// The vertex on a side whose barycentric weight at `start` is part / parts_. The first triangle
  /// on the side sets its position.
  int on_side(int start, int end, int part, const Eigen::Vector3d& point) {
    if (start > end) {
      std::swap(start, end);
      part = parts_ - part;
    }
    const auto [found, is_new] = on_sides_.try_emplace({start, end, part}, 0);
    if (is_new) found->second = add(point);
    return found->second;
  }

  int add(const Eigen::Vector3d& point) {
    divided_.vertices.push_back(point);
    return static_cast<int>(divided_.vertices.size()) - 1;
  }

  const CurvedMesh& curved_;
  int parts_;
  TriangleMesh divided_;
  std::vector<int> vertices_;                   ///< vertices of the current facet: index()
  std::map<std::array<int, 3>, int> on_sides_;  ///< vertices on sides, by both ends and the part
};

}  // namespace

TriangleMesh with_curved_facets(const TriangleMesh& mesh, int parts) {
  if (parts < 1 || parts > k_most_parts)
    throw InputError(
        fmt::format("curved facets: {} parts of a side; give a whole number from 1 to {}", parts,
                    k_most_parts));
  const auto count = static_cast<std::int64_t>(mesh.triangles.size()) * parts * parts;
  if (count > k_most_made_triangles)
    throw InputError(fmt::format("curved facets: {} triangles, {} at most; give fewer parts", count,
                                 k_most_made_triangles));
  const CurvedMesh curved(welded(mesh));
  return Division(curved, parts).divided();
}

}  // namespace condyle::mesh
