#pragma once

#include <Eigen/Core>

#include "condyle/contact/contact_statistics.h"
#include "condyle/pose.h"

namespace condyle {

/// Forces and speeds of a contact, a region or a patch, from its statistics and the motion of its
/// meshes. Vectors are in the casting mesh frame C.
struct Sliding {
  Eigen::Vector3d normal =
      /// Unit vector along the normal force on the casting body; 0 without normal force.
      Eigen::Vector3d::Zero();
  double normal_force = 0;          ///< [N]
  double friction_force = 0;        ///< [N]
  double friction_coefficient = 0;  ///< friction over normal force; 0 without normal force
  double approach_speed = 0;        ///< speed along the normal, positive if contact deepens [m/s]
  /// Velocity of C relative to T, perpendicular to the normal [m/s].
  Eigen::Vector3d slip_velocity = Eigen::Vector3d::Zero();
  /// Power that friction takes from the motion [W]: exactly the sum over triangles of traction
  /// times slip. With stiction it includes the power that stretches the layers.
  double friction_power = 0;
};

/// Computes speeds at the centre of pressure. V_TC_C: velocity of C relative to T, at C's origin.
Sliding sliding_of(const ContactStatistics& statistics, const Twist& V_TC_C);

}  // namespace condyle
