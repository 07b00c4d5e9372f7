#pragma once

#include <Eigen/Geometry>

#include "condyle/mesh/triangle_mesh.h"
#include "view/opengl.h"

namespace condyle {

/// A mesh on the graphics card: three corners per triangle with position, shading normal and the
/// sharp edges of the triangle. The OpenGL context in which it was created must be current.
class GpuMesh {
 public:
  /// Edges stay sharp, and may have a line, where normals differ by more than `crease_angle` [rad].
  explicit GpuMesh(const TriangleMesh& mesh, double crease_angle = 0.6);
  ~GpuMesh();
  GpuMesh(const GpuMesh&) = delete;
  GpuMesh& operator=(const GpuMesh&) = delete;

  void draw() const;

  std::size_t bytes() const;  ///< that were sent to the graphics card
  /// The mesh's bounding box, in its own frame.
  const Eigen::AlignedBox3d& box() const { return box_; }

 private:
  GLuint vertex_array_ = 0, geometry_ = 0;
  GLsizei n_corners_ = 0;
  Eigen::AlignedBox3d box_;
};

}  // namespace condyle
