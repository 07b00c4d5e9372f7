#pragma once

#include <vector>

#include "condyle/mesh/mesh_repair.h"

namespace condyle::mesh {

/// Turns the figures of a report into findings with remedies. Used by inspect.
std::vector<MeshFinding> find_problems(const MeshReport& report);

}  // namespace condyle::mesh
