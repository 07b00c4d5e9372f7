#include "view/gpu_mesh.h"

#include <vector>

#include "view/corner_normals.h"

namespace condyle {
namespace {

constexpr GLuint k_position = 0, k_normal = 1;  // attribute locations in the shaders

// Position and normal of each corner, interleaved.
std::vector<float> interleaved(const TriangleMesh& mesh, double crease_angle) {
  const std::vector<Eigen::Vector3f> normals = corner_normals(mesh, crease_angle);
  std::vector<float> data;
  data.reserve(6 * normals.size());
  for (std::size_t c = 0; c < normals.size(); ++c) {
    const int vertex = mesh.triangles[c / 3][c % 3];
    const Eigen::Vector3f p = mesh.vertices[vertex].cast<float>();
    data.insert(data.end(), {p.x(), p.y(), p.z()});
    data.insert(data.end(), {normals[c].x(), normals[c].y(), normals[c].z()});
  }
  return data;
}

void attribute(GLuint index, GLint components, GLsizei stride, std::size_t offset) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, stride,
                        reinterpret_cast<const void*>(offset));
}

}  // namespace

GpuMesh::GpuMesh(const TriangleMesh& mesh, double crease_angle)
    : n_corners_(static_cast<GLsizei>(3 * mesh.triangles.size())) {
  glGenVertexArrays(1, &vertex_array_);
  glGenBuffers(1, &geometry_);
  glBindVertexArray(vertex_array_);
  const std::vector<float> data = interleaved(mesh, crease_angle);
  glBindBuffer(GL_ARRAY_BUFFER, geometry_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.size() * sizeof(float)), data.data(),
               GL_STATIC_DRAW);
  attribute(k_position, 3, 6 * sizeof(float), 0);
  attribute(k_normal, 3, 6 * sizeof(float), 3 * sizeof(float));
  glBindVertexArray(0);
}

GpuMesh::~GpuMesh() {
  glDeleteVertexArrays(1, &vertex_array_);
  glDeleteBuffers(1, &geometry_);
}

void GpuMesh::draw() const {
  glBindVertexArray(vertex_array_);
  glDrawArrays(GL_TRIANGLES, 0, n_corners_);
  glBindVertexArray(0);
}

}  // namespace condyle
