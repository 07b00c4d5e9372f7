#pragma once

#include <string_view>
#include <vector>

#include "condyle/mesh/mesh_repair.h"

namespace condyle::mesh {

/// A finding if there are bytes behind the mesh in its file that are no padding. `last` tells what
/// they stand behind, for the message: "of the 12 triangles that the file states".
std::vector<MeshFinding> look_behind(std::string_view behind, std::string_view last);

}  // namespace condyle::mesh
