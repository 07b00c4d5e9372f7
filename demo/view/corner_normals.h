#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Shading normals, one unit vector per corner (three per triangle, in order): the area-weighted
/// mean of those triangles at the vertex whose normals differ from this triangle's by less than
/// `crease_angle` [rad], so that round surfaces shade smoothly and edges stay sharp.
std::vector<Eigen::Vector3f> corner_normals(const TriangleMesh& mesh, double crease_angle);

/// Which triangles meet at each vertex, as one list: those of vertex v are
/// `triangles[first[v] .. first[v + 1])`, ascending.
struct VertexTriangles {
  std::vector<int> first;
  std::vector<int> triangles;
};
VertexTriangles triangles_at_vertices(const TriangleMesh& mesh);

}  // namespace condyle
