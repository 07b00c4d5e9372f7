#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <utility>
#include <vector>

#include "condyle/geometry/mesh_solid.h"
#include "core/src/geometry/triangle_tree.h"
#include "core/src/mesh/topology.h"

namespace condyle::geometry {

/// The data that copies of a mesh solid share.
struct MeshSolid::Data {
  Data(TriangleMesh of, MeshNormals kind)
      : mesh(std::move(of)),
        normals(kind),
        tree(mesh),
        neighbours(mesh::triangle_neighbours(mesh)) {
    for (const Eigen::Vector3d& vertex : mesh.vertices) bounds.extend(vertex);
  }

  TriangleMesh mesh;
  MeshNormals normals;
  Eigen::AlignedBox3d bounds;
  TriangleTree tree;
  std::vector<std::array<int, 3>> neighbours;
  std::vector<Eigen::Vector3d> face_normals;
  /// Per vertex: sum of the unit normals around it, weighted by angle.
  std::vector<Eigen::Vector3d> corner_normals;
  bool convex = false;

  const Eigen::Vector3d& corner(int triangle, int k) const {
    return mesh.vertices[mesh.triangles[triangle][k]];
  }
};

}  // namespace condyle::geometry
