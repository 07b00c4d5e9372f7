#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A block of a soft body of the engine's: a lattice of nodes, linked along the edges and diagonals
/// of its cells, whose lower side (z least) its body holds. The frame's origin is the middle of its
/// upper side.
struct SoftBlock {
  Eigen::Vector3d size = Eigen::Vector3d::Zero();  ///< [m]
  std::array<int, 3> cells{8, 8, 3};
  double mass = 0;  ///< of all nodes, evenly [kg]
  double link_stiffness =
      0.5;                ///< Bullet's m_kLST: part of a link's stretch mended in an iteration
  int iterations = 4;     ///< of that in a step
  double damping = 0.01;  ///< Bullet's kDP: part of a node's velocity lost in a step
};

/// All nodes as vertices, x running fastest, then y, then z; and the outside as triangles.
TriangleMesh make_soft_block_mesh(const SoftBlock& block);

/// Pairs of nodes that a link joins.
std::vector<std::array<int, 2>> soft_block_links(const SoftBlock& block);

/// How many nodes, the first ones, are held.
int held_nodes(const SoftBlock& block);

}  // namespace condyle
