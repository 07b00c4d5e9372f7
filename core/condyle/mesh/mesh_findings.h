#pragma once

#include <vector>

#include "condyle/mesh/mesh_report.h"

namespace condyle {

/// Turns the figures of a report into findings with remedies. Part of inspect.
std::vector<MeshFinding> find_problems(const MeshReport& report);

}  // namespace condyle
