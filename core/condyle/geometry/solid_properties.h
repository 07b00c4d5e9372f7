#pragma once

#include <Eigen/Core>

namespace condyle {

/// The solid inside a bounded shape, of unit density (1 kg/m^3), in the shape's frame.
struct SolidProperties {
  double volume = 0;                                  ///< [m^3]
  double area = 0;                                    ///< of its whole surface [m^2]
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();   ///< of volume [m]
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre, shape's axes [m^5]
};

/// The properties of a solid whose inertia about its centre, at the origin, is diagonal.
SolidProperties centred_solid(double volume, double area, const Eigen::Vector3d& moments);

}  // namespace condyle
