#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "condyle/mesh/mesh_repair.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle::python {

/// An immutable mesh: arrays may show it without a copy, and it may share the mesh of a surface.
class Mesh {
 public:
  explicit Mesh(TriangleMesh mesh, std::vector<mesh::MeshFinding> file_findings = {})
      : mesh_(std::make_shared<const TriangleMesh>(std::move(mesh))),
        file_findings_(std::move(file_findings)) {}
  explicit Mesh(std::shared_ptr<const TriangleMesh> mesh) : mesh_(std::move(mesh)) {}

  const TriangleMesh& get() const { return *mesh_; }
  /// About the file that the mesh was read from.
  const std::vector<mesh::MeshFinding>& file_findings() const { return file_findings_; }

 private:
  std::shared_ptr<const TriangleMesh> mesh_;
  std::vector<mesh::MeshFinding> file_findings_;
};

}  // namespace condyle::python
