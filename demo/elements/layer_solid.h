#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "elements/footprint.h"
#include "elements/plan_mesh.h"

namespace condyle {

/// The layer between surface and back as columns of fifteen-node wedges over a plan; the wedges are
/// thinner towards the surface. The sides are free and the back is held.
struct LayerSolid {
  PlanMesh plan;
  int levels = 0;                      ///< number of wedges in a column
  std::vector<Eigen::Vector3d> nodes;  ///< in the footprint's frame F [m]
  // Node numbers as CalculiX counts them, from 1.
  std::vector<int> top_node;    ///< on the surface, per point of the plan
  std::vector<int> back_nodes;  ///< on the back, which is held
  std::vector<std::array<int, 15>> wedges;
};

/// Columns thinner than `least` [m] are extended to that thickness, into the back. The uppermost
/// wedges are about half as thick as the plan's triangles are wide, which is `size` [m].
LayerSolid make_layer_solid(const Footprint& footprint, PlanMesh plan, double size, double least);

/// The CalculiX input that stores the solid's stiffness in a file.
std::string calculix_input(const LayerSolid& solid, double elastic_modulus, double poissons_ratio);

}  // namespace condyle
