#pragma once

#include <filesystem>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"

namespace condyle::mesh {

/// A mesh and what its file leaves open, which the triangles no longer show: polygons that cross
/// themselves or are not plane, or signs that the file is not complete.
struct MeshInFile {
  TriangleMesh mesh;
  std::vector<MeshFinding> findings;
};

/// Reads a mesh as read_mesh does, or without `weld` as read_mesh_as_stored, with the findings
/// about its file. Throws InputError as they do.
MeshInFile read_mesh_with_findings(const std::filesystem::path& file, LengthUnit unit,
                                   bool weld = true);

/// Reports on a mesh from a file: like inspect, with the findings about the file first.
MeshReport inspect(const MeshInFile& mesh);

}  // namespace condyle::mesh
