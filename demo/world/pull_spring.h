#pragma once

#include <Eigen/Core>

namespace condyle {

/// A spring from a point of a body, given in frame P (BuiltBody), to a point of the world.
struct PullSpring {
  int body = -1;
  Eigen::Vector3d p_P, p_W;
  double stiffness = 0;  ///< [N/m]
};

}  // namespace condyle
