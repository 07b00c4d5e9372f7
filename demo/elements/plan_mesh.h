#pragma once

#include <Eigen/Core>
#include <array>
#include <filesystem>
#include <vector>

#include "elements/footprint.h"

namespace condyle {

/// Six-node triangles in the plan, with straight sides: three corners counter-clockwise, and the
/// middles of the sides 1-2, 2-3 and 3-1.
struct PlanMesh {
  std::vector<Eigen::Vector2d> points;  ///< [m]
  std::vector<std::array<int, 6>> triangles;
};

/// Meshes what the loops bound by gmsh, in a folder, with sides about `size` long [m]. Throws
/// InputError if gmsh fails.
PlanMesh mesh_plan(const std::vector<PlanLoop>& loops, double size,
                   const std::filesystem::path& folder);

}  // namespace condyle
