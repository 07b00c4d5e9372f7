#pragma once

#include <memory>
#include <utility>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::python {

/// An immutable mesh: arrays may show it without a copy, and it may share the mesh of a surface.
class Mesh {
 public:
  explicit Mesh(TriangleMesh mesh) : mesh_(std::make_shared<const TriangleMesh>(std::move(mesh))) {}
  explicit Mesh(std::shared_ptr<const TriangleMesh> mesh) : mesh_(std::move(mesh)) {}

  const TriangleMesh& get() const { return *mesh_; }

 private:
  std::shared_ptr<const TriangleMesh> mesh_;
};

}  // namespace condyle::python
