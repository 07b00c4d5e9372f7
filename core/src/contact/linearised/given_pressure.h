#pragma once

#include <Eigen/Core>

#include "condyle/pose.h"

namespace condyle {

/// Pressure and friction of one casting triangle as a solver has found them, in the casting mesh
/// frame.
struct GivenPressure {
  double pressure = 0;  ///< [Pa]
  /// Traction of friction on the casting body [Pa].
  Eigen::Vector3d traction = Eigen::Vector3d::Zero();
  Vector6 gradient = Vector6::Zero();  ///< minus the wrench per pressure and area (ForceDirection)
  Eigen::Vector3d rubs_at = Eigen::Vector3d::Zero();  ///< point at which friction acts [m]
  double energy = 0;  ///< stored by an elastic layer on the whole triangle [J]
};

}  // namespace condyle
