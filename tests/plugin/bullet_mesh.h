#pragma once

#include <btBulletCollisionCommon.h>

#include <vector>

#include "condyle/mesh/triangle_mesh.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::test {

/// A mesh in the form of Bullet's mesh shapes, with its memory.
struct BulletMesh {
  explicit BulletMesh(const TriangleMesh& mesh) {
    for (const Eigen::Vector3d& v : mesh.vertices) vertices.push_back(bullet::to_bullet(v));
    for (const auto& t : mesh.triangles) indices.insert(indices.end(), t.begin(), t.end());
    btIndexedMesh part;
    part.m_numTriangles = static_cast<int>(mesh.triangles.size());
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(indices.data());
    part.m_triangleIndexStride = 3 * sizeof(int);
    part.m_numVertices = static_cast<int>(vertices.size());
    part.m_vertexBase = reinterpret_cast<const unsigned char*>(vertices.data());
    part.m_vertexStride = sizeof(btVector3);
    array.addIndexedMesh(part);
  }
  BulletMesh(const BulletMesh&) = delete;
  BulletMesh& operator=(const BulletMesh&) = delete;

  std::vector<btVector3> vertices;
  std::vector<int> indices;
  btTriangleIndexVertexArray array;
};

}  // namespace condyle::test
