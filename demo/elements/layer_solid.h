#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "elements/footprint.h"
#include "elements/plan_mesh.h"

namespace condyle {

/// The layer between surface and back as columns of fifteen-node wedges over a plan, thinner
/// towards the surface. Sides are free; the back is held.
struct LayerSolid {
  PlanMesh plan;
  int levels = 0;                      ///< wedges in a column
  std::vector<int> plan_point;         ///< per node, which CalculiX counts from 1
  std::vector<Eigen::Vector3d> nodes;  ///< in the footprint's frame [m]
  std::vector<int> top_node;           ///< per point of the plan
  std::vector<int> back_nodes;
  std::vector<std::array<int, 15>> wedges;
};

/// Raises columns thinner than `least` [m] to that, into the back. The uppermost wedge is about
/// half as thick as the plan's triangles are wide, `size`.
LayerSolid make_layer_solid(const Footprint& footprint, PlanMesh plan, double size, double least);

/// The input with which CalculiX stores the solid's stiffness.
std::string calculix_input(const LayerSolid& solid, double elastic_modulus, double poissons_ratio);

}  // namespace condyle
