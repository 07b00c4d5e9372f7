#pragma once

#include "plugin/test_world.h"

namespace condyle::test {

constexpr double k_mass = 0.5;                          ///< mass of the block or ball [kg]
inline const Eigen::Vector3d k_size(0.05, 0.05, 0.03);  ///< size of the block [m]

/// A block of k_polyethylene on a static incline of k_polyethylene, at rest at the depth of the law
/// (a dropped block would gain speed before friction could hold it). Gravity is vertical.
struct Incline {
  /// `slope` in radians.
  Incline(double slope, const Friction& friction);

  double along() const;  ///< distance of the block downhill [m]
  double speed() const;  ///< speed of the block downhill [m/s]

  TestWorld world;
  Eigen::Vector3d downhill;
  btRigidBody* block = nullptr;
};

}  // namespace condyle::test
