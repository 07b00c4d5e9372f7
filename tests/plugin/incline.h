#pragma once

#include "plugin/test_world.h"

namespace condyle::test {

constexpr double k_mass = 0.5;                          ///< of what slides or rolls [kg]
inline const Eigen::Vector3d k_size(0.05, 0.05, 0.03);  ///< of the block [m]

/// A block of k_polyethylene on a static incline of the same, at rest at the depth of the law
/// (dropped on it, it would gain speed before friction could hold it); gravity is vertical.
struct Incline {
  /// `slope` in radians.
  Incline(double slope, const Friction& friction);

  double along() const;  ///< how far downhill the block is [m]
  double speed() const;  ///< downhill [m/s]

  TestWorld world;
  Eigen::Vector3d downhill;
  btRigidBody* block = nullptr;
};

}  // namespace condyle::test
