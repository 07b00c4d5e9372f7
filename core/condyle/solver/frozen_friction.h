#pragma once

#include "condyle/solver/frozen_sums.h"

namespace condyle {

/// A lane of a block, at the end of the step.
struct FrozenTriangle {
  double proximity = 0;
  Eigen::Vector3d at, along, rubs_at, across;  ///< as FrozenBlock has them
  double cover = 0;
};

/// What it feels along its plane, at its rubs_at.
struct FrozenFriction {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();      ///< on the target [N]
  Eigen::Vector3d by_normal = Eigen::Vector3d::Zero();  ///< its change with the normal force
  Eigen::Matrix3d slope = Eigen::Matrix3d::Zero();  ///< by the velocity of `rubs_at` at the end
  bool settled = true;                                ///< see PairForces
};

/// How the slope is wanted, and over which step [s].
struct SlopeWanted {
  double dt = 0;
  bool exact = false;
};

/// Velocity where it rubs, across the normal that it rubs across. `velocity` as in RelativeMotion.
Eigen::Vector3d slip_of(const FrozenTriangle& triangle, const Vector6& velocity);

/// The regularised law, against the slip.
FrozenFriction rub(const FrozenTriangle& triangle, double normal_force, const Friction& friction,
                   const Vector6& velocity, const SlopeWanted& wanted);

/// The same by what the user's law answered, per `area`.
FrozenFriction rub(const FrozenTriangle& triangle, double area, const FrictionSample& sample,
                   const Vector6& velocity, const SlopeWanted& wanted);

/// Stiction: elastic while the bristle holds; where it slips the traction stays at Coulomb's limit
/// and the foot is dragged along. `stiffness` [N/m].
FrozenFriction hold(const FrozenTriangle& triangle, double normal_force, double stiffness,
                    const FrozenLaw& law, const RelativeMotion& motion, BristleBlock& bristles,
                    int lane, const SlopeWanted& wanted);

}  // namespace condyle
