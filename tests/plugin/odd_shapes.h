#pragma once

#include <Eigen/Core>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::test {

/// A mesh about its own origin, and the edges of a box around it [m].
struct OddShape {
  TriangleMesh mesh;
  Eigen::Vector3d size;
};

/// Shapes of some centimetres that contact may find hard: a needle, an ellipsoid, half of a ball's
/// surface that faces inwards, a torus, a coarse box, a fine box, a thin plate of few triangles.
constexpr int k_odd_shapes = 7, k_open_shell = 2;

/// `which` from 0 on, in the order above.
OddShape odd_shape(int which);

}  // namespace condyle::test
