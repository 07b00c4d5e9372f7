#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/src/mesh/mesh_formats.h"

namespace condyle::fuzz {

using ParseMesh = mesh::MeshInFile (*)(const mesh::MeshSource&);
using WriteMesh = std::function<std::string(const TriangleMesh&)>;

/// Parses the bytes as a mesh. What is not refused by the file's name passes all that a user of the
/// library does to a mesh from a file, and, if `write` is given, reads back as it was written.
void check_mesh(ParseMesh parse, const WriteMesh& write, std::string_view bytes,
                const std::string& name);

/// Inspects, welds and repairs a mesh from a file.
void use_mesh(const mesh::MeshInFile& read);

}  // namespace condyle::fuzz
