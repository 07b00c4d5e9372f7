#pragma once

#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "condyle/contact/patch_surface.h"
#include "view/opengl.h"

namespace condyle {

/// A map of values on part of a mesh, on the graphics card; replaced in every frame. The OpenGL
/// context in which it was created must be current.
class GpuPatch {
 public:
  GpuPatch();
  ~GpuPatch();
  GpuPatch(const GpuPatch&) = delete;
  GpuPatch& operator=(const GpuPatch&) = delete;

  /// Sets the pieces with their positions on `mesh`, in the mesh frame. Pieces whose triangle the
  /// mesh does not have are left out.
  void set(std::span<const PatchPiece> pieces, const TriangleMesh& mesh);

  void draw() const;

  /// What set() sent to the graphics card.
  std::size_t bytes() const { return data_.size() * sizeof(float); }

  /// A box around the pieces, in the mesh frame; empty without pieces.
  const Eigen::AlignedBox3d& box() const { return box_; }

 private:
  void add(std::span<const PatchPiece> fan, const TriangleMesh& mesh);

  GLuint vertex_array_ = 0, corners_ = 0;
  GLsizei n_corners_ = 0;
  Eigen::AlignedBox3d box_;
  std::vector<float> data_;  // x, y, z and value of each corner
};

}  // namespace condyle
