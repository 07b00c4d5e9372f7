#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Shading normals, one unit vector per corner (three per triangle, in order). Each is the
/// area-weighted mean of the normals of those triangles at the vertex whose normals differ from
/// this triangle's by less than `crease_angle` [rad], so that round surfaces look smooth and edges
/// stay sharp.
std::vector<Eigen::Vector3f> corner_normals(const TriangleMesh& mesh, double crease_angle);

/// The triangles at each vertex in one list: vertex v has `triangles[first[v] .. first[v + 1])`, in
/// ascending order.
struct VertexTriangles {
  std::vector<int> first;
  std::vector<int> triangles;
};
VertexTriangles triangles_at_vertices(const TriangleMesh& mesh);

}  // namespace condyle
