#pragma once

#include <epoxy/gl.h>

#include <span>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A mesh on the graphics card: three corners per triangle with position, shading normal and a
/// value (pressure) that may change every frame. Needs the context that made it to be current.
class GpuMesh {
 public:
  /// Normals break where neighbouring triangles differ by more than `crease_angle` [rad].
  explicit GpuMesh(const TriangleMesh& mesh, double crease_angle = 0.6);
  ~GpuMesh();
  GpuMesh(const GpuMesh&) = delete;
  GpuMesh& operator=(const GpuMesh&) = delete;

  /// One value per corner, as CornerValues gives them.
  void set_values(std::span<const float> values);

  void draw() const;

 private:
  GLuint vertex_array_ = 0, geometry_ = 0, values_ = 0;
  GLsizei n_corners_ = 0;
};

}  // namespace condyle
