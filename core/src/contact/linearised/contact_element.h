#pragma once

#include <Eigen/Core>

namespace condyle {

/// A linearised triangle or node, or the point of a patch, as an engine's rows need it: vectors in
/// the axes of the casting mesh at the search, points from its origin.
struct ContactElement {
  Eigen::Vector3d at, along;        ///< where pressure acts; minus the force per pressure and area
  double proximity = 0;             ///< at the evaluation; negative: a gap [m]
  double force = 0;                 ///< pressure times area, with damping [N]
  double stiffness = 0;             ///< d force / d proximity; of a gap: at touch [N/m]
  double damping = 0;               ///< d force / d (rate of proximity) [N s/m]
  Eigen::Vector3d rubs_at, across;  ///< where friction acts; the normal of its plane
  double cover = 0;                 ///< area that rubs, over the element's area
  double drag = 0;                  ///< force of friction per slip speed [N s/m]
  Eigen::Vector3d friction;         ///< force of friction on the casting body [N]
  // With stiction, in place of a drag:
  double holding = 0;                                 ///< force of the bristle per stretch [N/m]
  Eigen::Vector3d stretch = Eigen::Vector3d::Zero();  ///< of the bristle, if it does not slip [m]
};

}  // namespace condyle
