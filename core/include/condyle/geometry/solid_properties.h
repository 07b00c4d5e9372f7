#pragma once

#include <Eigen/Core>

namespace condyle {

/// Properties of the solid inside a bounded shape, at unit density (1 kg/m^3), in the shape's
/// frame.
struct SolidProperties {
  double volume = 0;                                  ///< [m^3]
  double area = 0;                                    ///< area of the whole surface [m^2]
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();   ///< centre of volume [m]
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre, shape's axes [m^5]
};

/// The properties of a solid centred at the origin whose inertia about its centre is diagonal.
SolidProperties centred_solid(double volume, double area, const Eigen::Vector3d& moments);

}  // namespace condyle
