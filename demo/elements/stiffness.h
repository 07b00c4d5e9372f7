#pragma once

#include <Eigen/SparseCore>
#include <filesystem>
#include <vector>

#include "elements/layer_solid.h"

namespace condyle {

/// The stiffness of a solid for the displacements that are not held, from CalculiX.
struct Stiffness {
  Eigen::SparseMatrix<double> K;  ///< symmetric, both triangles [N/m]
  std::vector<int> node;          ///< node of each row, from 0
  std::vector<int> axis;          ///< axis of each row, 0 to 2
};

/// Runs CalculiX in a folder. Throws as run_program() does, and InputError if CalculiX's output is
/// cut off.
Stiffness stiffness_of(const LayerSolid& solid, double elastic_modulus, double poissons_ratio,
                       const std::filesystem::path& folder);

}  // namespace condyle
