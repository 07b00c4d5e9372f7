#pragma once

// One reader and one writer per mesh format. Readers return the vertices as stored, in the file's
// unit and not welded; they throw InputError. Not part of the library's interface: see mesh_file.h.

#include <span>
#include <string>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::mesh {

/// Whether an STL file is binary. Checks the size first, since the header of a binary file may also
/// start with "solid".
bool is_binary_stl(std::string_view bytes);
MeshInFile parse_stl(const MeshSource& source);
std::string stl_bytes(const TriangleMesh& mesh);

MeshInFile parse_obj(const MeshSource& source);
std::string obj_bytes(const TriangleMesh& mesh);

MeshInFile parse_ply(const MeshSource& source);
std::string ply_bytes(const TriangleMesh& mesh);

MeshInFile parse_vtp(const MeshSource& source);
std::string vtp_bytes(const TriangleMesh& mesh, std::span<const CellArray> cell_data);

}  // namespace condyle::mesh
