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

/// Meshes the area that the loops bound, with sides about `size` [m] long. Runs gmsh in `folder`.
/// Throws InputError if gmsh fails.
PlanMesh mesh_plan(const std::vector<PlanLoop>& loops, double size,
                   const std::filesystem::path& folder);

}  // namespace condyle
