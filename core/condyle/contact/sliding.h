#pragma once

#include <Eigen/Core>

#include "condyle/contact/contact_statistics.h"
#include "condyle/pose.h"

namespace condyle {

/// How a contact, one of its regions or a patch presses and slides: the figures that follow from
/// its sums and from how its meshes move. Vectors in the casting mesh frame C.
struct Sliding {
  Eigen::Vector3d normal =
      Eigen::Vector3d::Zero();      ///< direction of the normal force on the casting
                                    ///< body, unit; 0 where nothing presses
  double normal_force = 0;          ///< [N]
  double friction_force = 0;        ///< [N]
  double friction_coefficient = 0;  ///< friction over normal force; 0 where nothing presses
  double approach_speed = 0;        ///< of the bodies along the normal; positive: deeper [m/s]
  Eigen::Vector3d slip_velocity = Eigen::Vector3d::Zero();  ///< of C relative to T, across it [m/s]
  /// What friction takes from the motion [W], exactly: the sum over triangles of traction times
  /// slip. With stiction the part that goes into the stretch of the layers too.
  double friction_power = 0;
};

/// Speeds are those at the centre of pressure. V_TC_C: velocity of C relative to T, at C's origin.
Sliding sliding_of(const ContactStatistics& statistics, const Twist& V_TC_C);

}  // namespace condyle
