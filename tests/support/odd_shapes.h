#pragma once

#include <Eigen/Core>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::test {

/// A mesh around its origin, and the edge lengths of its bounding box [m].
struct OddShape {
  TriangleMesh mesh;
  Eigen::Vector3d size;
};

/// Shapes of some centimetres that are hard for contact: a needle, an ellipsoid, half of a ball's
/// surface facing inwards, a torus, a coarse box, a fine box, a thin plate of few triangles.
constexpr int k_odd_shapes = 7, k_open_shell = 2;

/// The shape with index `which`, from 0 on, in this order: needle, ellipsoid, half ball, torus,
/// coarse box, fine box, thin plate. `coarse`: with at most some hundred triangles.
OddShape odd_shape(int which, bool coarse = false);

}  // namespace condyle::test
