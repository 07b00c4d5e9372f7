#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <utility>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"
#include "core/src/geometry/ray_triangle.h"
#include "core/src/geometry/triangle_tree.h"
#include "core/src/mesh/topology.h"

namespace condyle::geometry {

enum class MeshNormals;

/// The data that copies of a mesh solid share.
struct MeshSolidData {
  MeshSolidData(TriangleMesh of, MeshNormals kind)
      : mesh(std::move(of)),
        normals(kind),
        bounds(bounding_box(mesh)),
        tree(mesh),
        across(sides_across(mesh)) {}

  TriangleMesh mesh;
  MeshNormals normals;
  Eigen::AlignedBox3d bounds;
  TriangleTree tree;
  std::vector<int> across;  ///< see mesh::sides_across
  std::vector<Eigen::Vector3d> face_normals;
  /// Per vertex: sum of the unit normals around it, weighted by angle.
  std::vector<Eigen::Vector3d> corner_normals;
  bool convex = false;

  const Eigen::Vector3d& corner(int triangle, int k) const {
    return mesh.vertices[mesh.triangles[triangle][k]];
  }

  /// Calls take(triangle, crossing) for each triangle that the line of the ray meets, if it may do
  /// so between the ray's origin and `max_distance` [m], which may be infinite. The crossing's
  /// distance is in units of the ray's direction.
  template <class Take>
  void for_each_met(const Ray& ray, double max_distance, const Take& take) const {
    const ShearedRay line = sheared(ray);
    tree.for_each_along({ray.origin, ray.direction.normalized()}, max_distance,
                        [&](const TreeTriangle& triangle) {
                          const auto [a, b, c] = plain(triangle).corners;
                          const Crossing at = cross(line, a, b, c);
                          if (at.hit) take(triangle.index, at);
                        });
  }
};

}  // namespace condyle::geometry
