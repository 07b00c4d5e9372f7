#include "view/gpu_patch.h"

namespace condyle {
namespace {

constexpr GLuint k_patch_position = 0, k_value = 1;  // attribute locations in the shaders
// Neighbouring pieces overlap by this fraction of their size. Rounding leaves gaps between sides
// that meet, and the rays of a concave casting mesh diverge by its depth over its radius.
constexpr double k_overlap = 0.01;
constexpr GLsizei k_stride = 4 * sizeof(float);

}  // namespace

GpuPatch::GpuPatch() {
  glGenVertexArrays(1, &vertex_array_);
  glGenBuffers(1, &corners_);
  glBindVertexArray(vertex_array_);
  glBindBuffer(GL_ARRAY_BUFFER, corners_);
  glEnableVertexAttribArray(k_patch_position);
  glVertexAttribPointer(k_patch_position, 3, GL_FLOAT, GL_FALSE, k_stride, nullptr);
  glEnableVertexAttribArray(k_value);
  glVertexAttribPointer(k_value, 1, GL_FLOAT, GL_FALSE, k_stride,
                        reinterpret_cast<const void*>(3 * sizeof(float)));
  glBindVertexArray(0);
}

GpuPatch::~GpuPatch() {
  glDeleteVertexArrays(1, &vertex_array_);
  glDeleteBuffers(1, &corners_);
}

void GpuPatch::set(std::span<const PatchPiece> pieces, const TriangleMesh& mesh) {
  data_.clear();
  for (const PatchPiece& piece : pieces) {
    if (piece.triangle >= static_cast<int>(mesh.triangles.size())) continue;
    const auto& [a, b, c] = mesh.triangles[piece.triangle];
    const auto& [first, second, third] = piece.corners;
    const Eigen::Vector3d middle = (first.weights + second.weights + third.weights) / 3;
    const double mean = (first.value + second.value + third.value) / 3;
    for (const PatchCorner& corner : piece.corners) {
      const Eigen::Vector3d weights = corner.weights + k_overlap * (corner.weights - middle);
      const double value = corner.value + k_overlap * (corner.value - mean);
      const Eigen::Vector3f p = (weights[0] * mesh.vertices[a] + weights[1] * mesh.vertices[b] +
                                 weights[2] * mesh.vertices[c])
                                    .cast<float>();
      data_.insert(data_.end(), {p.x(), p.y(), p.z(), static_cast<float>(value)});
    }
  }
  n_corners_ = static_cast<GLsizei>(data_.size() / 4);
  glBindBuffer(GL_ARRAY_BUFFER, corners_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data_.size() * sizeof(float)), data_.data(),
               GL_STREAM_DRAW);
}

void GpuPatch::draw() const {
  glBindVertexArray(vertex_array_);
  glDrawArrays(GL_TRIANGLES, 0, n_corners_);
  glBindVertexArray(0);
}

}  // namespace condyle
