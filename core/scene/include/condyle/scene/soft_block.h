#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A block that becomes a soft body in the engine: a lattice of nodes, linked along the edges and
/// diagonals of its cells, whose lower side (lowest z) is held by its body. The origin of its frame
/// is the centre of the upper side.
struct SoftBlock {
  Eigen::Vector3d size = Eigen::Vector3d::Zero();  ///< [m]
  std::array<int, 3> cells{8, 8, 3};
  double mass = 0;  ///< total mass, spread evenly over the nodes [kg]
  double link_stiffness =
      0.5;                ///< Bullet's m_kLST: fraction of a link's stretch mended per iteration
  int iterations = 4;     ///< iterations in each step
  double damping = 0.01;  ///< Bullet's kDP: fraction of a node's velocity lost in a step
};

/// All nodes as vertices, with x running fastest, then y, then z; triangles cover the outside.
TriangleMesh make_soft_block_mesh(const SoftBlock& block);

/// The pairs of nodes that are linked.
std::vector<std::array<int, 2>> soft_block_links(const SoftBlock& block);

/// The number of nodes that are held; they come first.
int held_nodes(const SoftBlock& block);

}  // namespace condyle
