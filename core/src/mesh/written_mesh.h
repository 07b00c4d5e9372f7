#pragma once

#include <cstdint>
#include <filesystem>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

// Predictions of the files that the writers of mesh_file.h make.

/// The mesh as it would read back from a file written by write_mesh, before welding: rounded to
/// float for STL, and rounded by the conversion to `unit`.
TriangleMesh as_written(const std::filesystem::path& file, TriangleMesh mesh, LengthUnit unit);

/// Approximate size in bytes of the file that write_vtp writes for a mesh with `arrays` scalar
/// arrays.
std::uint64_t vtp_size(const TriangleMesh& mesh, int arrays);

}  // namespace condyle::mesh
