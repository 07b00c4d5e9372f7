#include "core/src/geometry/mesh_curvature.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <numbers>

#include "core/src/mesh/topology.h"

namespace condyle {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

/// Angles and cotangents at the corners of a triangle.
struct Corners {
  std::array<double, 3> angle, cotangent;
  double area;

  explicit Corners(const std::array<Vector3d, 3>& p) {
    area = 0.5 * (p[1] - p[0]).cross(p[2] - p[0]).norm();
    for (int k = 0; k < 3; ++k) {
      const Vector3d u = p[(k + 1) % 3] - p[k], v = p[(k + 2) % 3] - p[k];
      angle[k] = std::atan2(2 * area, u.dot(v));
      cotangent[k] = u.dot(v) / (2 * area);
    }
  }

  /// The area share of corner k: of its Voronoi cell, or, in an obtuse triangle, a half or a
  /// quarter.
  double share(int k, const std::array<Vector3d, 3>& p) const {
    if (angle[k] > pi / 2) return area / 2;
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    if (angle[next] > pi / 2 || angle[last] > pi / 2) return area / 4;
    return ((p[next] - p[k]).squaredNorm() * cotangent[last] +
            (p[last] - p[k]).squaredNorm() * cotangent[next]) /
           8;
  }
};

}  // namespace

std::vector<VertexCurvature> vertex_curvatures(const TriangleMesh& mesh) {
  std::vector<VertexCurvature> result(mesh.vertices.size());
  std::vector<Vector3d> pull(mesh.vertices.size(), Vector3d::Zero());
  std::vector<Vector3d> normal(mesh.vertices.size(), Vector3d::Zero());
  std::vector<double> angles(mesh.vertices.size(), 0);
  for (const auto& triangle : mesh.triangles) {
    const std::array<Vector3d, 3> p{mesh.vertices[triangle[0]], mesh.vertices[triangle[1]],
                                    mesh.vertices[triangle[2]]};
    const Corners corners(p);
    const Vector3d face = (p[1] - p[0]).cross(p[2] - p[0]).normalized();
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3, last = (k + 2) % 3, v = triangle[k];
      angles[v] += corners.angle[k];
      result[v].area += corners.share(k, p);
      normal[v] += corners.angle[k] * face;
      pull[v] +=
          corners.cotangent[last] * (p[k] - p[next]) + corners.cotangent[next] * (p[k] - p[last]);
    }
  }
  for_each_edge(sorted_edge_uses(mesh), [&](auto first, auto last) {
    if (last - first != 1) return;
    result[first->low].on_border = result[first->high].on_border = true;
  });
  for (std::size_t v = 0; v < result.size(); ++v) {
    VertexCurvature& c = result[v];
    if (!(c.area > 0)) continue;
    c.defect = (c.on_border ? pi : 2 * pi) - angles[v];
    // pull / (2 area) is the mean curvature normal, whose length is twice the mean curvature.
    if (!c.on_border) c.mean = std::copysign(pull[v].norm() / (4 * c.area), pull[v].dot(normal[v]));
  }
  return result;
}

}  // namespace condyle
