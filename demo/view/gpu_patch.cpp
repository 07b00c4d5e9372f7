#include "view/gpu_patch.h"

#include <algorithm>
#include <functional>

namespace condyle {
namespace {

constexpr GLuint k_patch_position = 0, k_value = 1;  // attribute locations in the shaders
// Neighbouring polygons overlap by this fraction of their size, since rounding to parts of pixels
// leaves gaps where the corner of one lies on the side of another.
constexpr double k_overlap = 0.01;
constexpr GLsizei k_stride = 4 * sizeof(float);

/// The number of pieces at the start that are one polygon, cut into a fan about its first corner.
std::size_t fan_length(std::span<const PatchPiece> pieces) {
  const auto goes_on = [](const PatchPiece& piece, const PatchPiece& next) {
    return next.triangle == piece.triangle && next.corners[0].weights == piece.corners[0].weights &&
           next.corners[1].weights == piece.corners[2].weights;
  };
  const auto end = std::ranges::adjacent_find(pieces, std::not_fn(goes_on));
  return end == pieces.end() ? pieces.size() : static_cast<std::size_t>(end - pieces.begin()) + 1;
}

/// The mean of a fan's corners.
PatchCorner middle_of(std::span<const PatchPiece> fan) {
  PatchCorner sum;
  const auto add = [&sum](const PatchCorner& corner) {
    sum.weights += corner.weights;
    sum.value += corner.value;
  };
  add(fan[0].corners[0]);
  add(fan[0].corners[1]);
  for (const PatchPiece& piece : fan) add(piece.corners[2]);
  const double count = static_cast<double>(fan.size()) + 2;
  return {sum.weights / count, sum.value / count};
}

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
  box_.setEmpty();
  while (!pieces.empty()) {
    const std::span<const PatchPiece> fan = pieces.first(fan_length(pieces));
    pieces = pieces.subspan(fan.size());
    if (fan[0].triangle < static_cast<int>(mesh.triangles.size())) add(fan, mesh);
  }
  n_corners_ = static_cast<GLsizei>(data_.size() / 4);
  glBindBuffer(GL_ARRAY_BUFFER, corners_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data_.size() * sizeof(float)), data_.data(),
               GL_STREAM_DRAW);
}

void GpuPatch::add(std::span<const PatchPiece> fan, const TriangleMesh& mesh) {
  const auto& [a, b, c] = mesh.triangles[fan[0].triangle];
  const PatchCorner middle = middle_of(fan);
  for (const PatchPiece& piece : fan) {
    for (const PatchCorner& corner : piece.corners) {
      const Eigen::Vector3d weights =
          corner.weights + k_overlap * (corner.weights - middle.weights);
      const double value = corner.value + k_overlap * (corner.value - middle.value);
      const Eigen::Vector3f p = (weights[0] * mesh.vertices[a] + weights[1] * mesh.vertices[b] +
                                 weights[2] * mesh.vertices[c])
                                    .cast<float>();
      box_.extend(p.cast<double>());
      data_.insert(data_.end(), {p.x(), p.y(), p.z(), static_cast<float>(value)});
    }
  }
}

void GpuPatch::draw() const {
  glBindVertexArray(vertex_array_);
  glDrawArrays(GL_TRIANGLES, 0, n_corners_);
  glBindVertexArray(0);
}

}  // namespace condyle
