#pragma once

#include <Eigen/SparseCore>
#include <filesystem>
#include <vector>

#include "elements/layer_solid.h"

namespace condyle {

/// The stiffness of a solid, from CalculiX: of the displacements that are not held.
struct Stiffness {
  Eigen::SparseMatrix<double> K;  ///< symmetric, both triangles [N/m]
  std::vector<int> node;          ///< per row, from 0
  std::vector<int> axis;          ///< per row: 0 to 2
};

/// Runs CalculiX in a folder. Throws as run_program(), and InputError if what it writes is cut off.
Stiffness stiffness_of(const LayerSolid& solid, double elastic_modulus, double poissons_ratio,
                       const std::filesystem::path& folder);

}  // namespace condyle
