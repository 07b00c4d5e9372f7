#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "condyle/mesh/mesh_repair.h"

namespace condyle::mesh {

/// Count and noun: "1 triangle", "5 triangles".
std::string counted(int count, const char* singular, const char* plural);

/// Turns the figures of a report into findings with remedies. Used by inspect.
std::vector<MeshFinding> find_problems(const MeshReport& report);

}  // namespace condyle::mesh
