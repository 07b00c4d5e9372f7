#include "view/gpu_mesh.h"

#include <vector>

#include "view/corner_normals.h"
#include "view/sharp_sides.h"

namespace condyle {
namespace {

constexpr GLuint k_position = 0, k_normal = 1, k_edges = 2;  // attribute locations in the shaders
constexpr std::size_t k_corner_floats = 9;

// How far each corner is from each side of its triangle, as a part of the height over that side, or
// 1 at all corners if the side is not sharp; then no line is drawn there.
Eigen::Vector3f from_sharp_sides(std::size_t corner, const SharpSides& is_sharp) {
  Eigen::Vector3f from = Eigen::Vector3f::Ones();
  const std::size_t triangle = corner / 3;
  for (std::size_t side = 0; side < 3; ++side) {
    if (is_sharp[3 * triangle + side] && side != corner % 3) from[static_cast<int>(side)] = 0;
  }
  return from;
}

// Position, normal and sharp sides of each corner, interleaved.
std::vector<float> interleaved(const TriangleMesh& mesh, double crease_angle) {
  const std::vector<Eigen::Vector3f> normals = corner_normals(mesh, crease_angle);
  std::vector<float> data;
  const SharpSides sharp = sharp_sides(mesh, crease_angle);
  data.reserve(k_corner_floats * normals.size());
  for (std::size_t c = 0; c < normals.size(); ++c) {
    const int vertex = mesh.triangles[c / 3][c % 3];
    const Eigen::Vector3f p = mesh.vertices[vertex].cast<float>();
    data.insert(data.end(), {p.x(), p.y(), p.z()});
    data.insert(data.end(), {normals[c].x(), normals[c].y(), normals[c].z()});
    const Eigen::Vector3f from = from_sharp_sides(c, sharp);
    data.insert(data.end(), {from.x(), from.y(), from.z()});
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
    : n_corners_(static_cast<GLsizei>(3 * mesh.triangles.size())), box_(bounding_box(mesh)) {
  glGenVertexArrays(1, &vertex_array_);
  glGenBuffers(1, &geometry_);
  glBindVertexArray(vertex_array_);
  const std::vector<float> data = interleaved(mesh, crease_angle);
  glBindBuffer(GL_ARRAY_BUFFER, geometry_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.size() * sizeof(float)), data.data(),
               GL_STATIC_DRAW);
  constexpr GLsizei stride = k_corner_floats * sizeof(float);
  attribute(k_position, 3, stride, 0);
  attribute(k_normal, 3, stride, 3 * sizeof(float));
  attribute(k_edges, 3, stride, 6 * sizeof(float));
  glBindVertexArray(0);
}

GpuMesh::~GpuMesh() {
  glDeleteVertexArrays(1, &vertex_array_);
  glDeleteBuffers(1, &geometry_);
}

std::size_t GpuMesh::bytes() const {
  return k_corner_floats * sizeof(float) * static_cast<std::size_t>(n_corners_);
}

void GpuMesh::draw() const {
  glBindVertexArray(vertex_array_);
  glDrawArrays(GL_TRIANGLES, 0, n_corners_);
  glBindVertexArray(0);
}

}  // namespace condyle
