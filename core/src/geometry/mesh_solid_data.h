#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "condyle/geometry/mesh_solid.h"
#include "core/src/geometry/mesh_boxes.h"

namespace condyle {

/// The data that copies of a mesh solid share.
struct MeshSolid::Data {
  TriangleMesh mesh;
  MeshNormals normals;
  MeshBoxes boxes;
  std::vector<std::array<int, 3>> neighbours;
  std::vector<Eigen::Vector3d> face_normals;
  std::vector<Eigen::Vector3d> corner_normals;  ///< normal of each vertex, weighted by angle
  bool convex = false;

  const Eigen::Vector3d& corner(int triangle, int k) const {
    return mesh.vertices[mesh.triangles[triangle][k]];
  }
};

}  // namespace condyle
