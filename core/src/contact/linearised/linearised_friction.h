#pragma once

#include "core/src/contact/laws/user_call.h"
#include "core/src/contact/linearised/block_vectors.h"
#include "core/src/contact/linearised/linearised_sums.h"

namespace condyle {

/// The triangle in one lane of a block, at the end of the step.
struct LinearisedTriangle {
  double depth = 0;
  Eigen::Vector3d at, along, rubs_at, across;  ///< as in LinearisedBlock
  double cover = 0;
};

inline LinearisedTriangle triangle_of(const LinearisedBlock& block, int lane) {
  return {block.proximity_at_end[lane] - block.depth_held_back[lane],
          vector_at(block.at, lane),
          vector_at(block.along, lane),
          vector_at(block.rubs_at, lane),
          vector_at(block.across, lane),
          block.cover[lane]};
}

/// The friction on a triangle, in its plane, at rubs_at.
struct LinearisedFriction {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  ///< force on the target [N]
  /// Derivative of `force` by the normal force.
  Eigen::Vector3d by_normal = Eigen::Vector3d::Zero();
  /// Derivative of dt * `force` by the velocity of rubs_at.
  Eigen::Matrix3d slope = Eigen::Matrix3d::Zero();
  double drag = 0;            ///< `force` per slip speed [N s/m]; 0 for a bristle
  bool is_consistent = true;  ///< see PairForces
};

/// The kind of slope that is wanted: exact or safe. `dt`: length of the step [s].
struct SlopeWanted {
  double dt = 0;
  bool exact = false;
};

/// 1 - n n^T
inline Eigen::Matrix3d plane_across(const Eigen::Vector3d& n) {
  return Eigen::Matrix3d::Identity() - n * n.transpose();
}

/// Slip velocity at rubs_at, perpendicular to `across`. `velocity` as in RelativeMotion.
Eigen::Vector3d slip_of(const LinearisedTriangle& triangle, const Vector6& velocity);

/// Writes the friction that a report reads of one triangle, from its traction and the traction per
/// slip speed.
void report_friction(const LinearisedTriangle& triangle, double area,
                     const Eigen::Vector3d& traction, double slip_damping, ContactBlock& out,
                     int i);

/// Friction by the regularised law.
LinearisedFriction rub(const LinearisedTriangle& triangle, double normal_force,
                       const Friction& friction, const Vector6& velocity,
                       const SlopeWanted& wanted);

/// Friction by the user's law, from its answer per `area`.
LinearisedFriction rub(const LinearisedTriangle& triangle, double area,
                       const FrictionSample& sample, const Vector6& velocity,
                       const SlopeWanted& wanted);

}  // namespace condyle
