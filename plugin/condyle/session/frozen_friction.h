#pragma once

#include "condyle/session/frozen_sums.h"

namespace condyle {

/// A frozen triangle, or the point of a patch, at the end of the step; in C's axes.
struct FrozenTriangle {
  Eigen::Vector3d centroid, normal, target_normal;
  Eigen::Vector3d arm;  ///< from T's origin to the centroid
  double inverse_cosine = 0;
  double proximity = 0;
};

/// What it feels along its plane.
struct FrozenFriction {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();      ///< on the target [N]
  Eigen::Vector3d by_normal = Eigen::Vector3d::Zero();  ///< its change with the normal force
  Eigen::Matrix3d slope =
      Eigen::Matrix3d::Zero();  ///< by the velocity of `moved` at the step's end
  Eigen::Vector3d moved = Eigen::Vector3d::Zero();  ///< from C's origin
  bool settled = true;                              ///< see PairForces
};

/// How the slope is wanted, and over which step [s].
struct SlopeWanted {
  double dt = 0;
  bool exact = false;
};

/// Velocity of the centroid along its triangle.
Eigen::Vector3d slip_of(const FrozenTriangle& triangle, const Twist& V_TC_C);

/// The regularised law, against the slip of the centroid.
FrozenFriction rub(const FrozenTriangle& triangle, double normal_force, const Friction& friction,
                   const Twist& V_TC_C, const SlopeWanted& wanted);

/// The same by what the user's law answered, per `area`.
FrozenFriction rub(const FrozenTriangle& triangle, double area, const FrictionSample& sample,
                   const Twist& V_TC_C, const SlopeWanted& wanted);

/// Stiction: elastic while the bristle holds; where it slips the traction stays at Coulomb's limit
/// and the foot is dragged along. `stiffness` [N/m].
FrozenFriction hold(const FrozenTriangle& triangle, double normal_force, double stiffness,
                    const FrozenLaw& law, const RelativeMotion& motion, BristleBlock& bristles,
                    int lane, const SlopeWanted& wanted);

}  // namespace condyle
