#pragma once

#include <Eigen/Core>

#include "condyle/pose.h"

namespace condyle::scene {

/// The moment of inertia [kg m^2] about the origin of a point mass [kg] at p [m], along the axes of
/// p (parallel-axis theorem).
Eigen::Matrix3d point_inertia(double mass, const Eigen::Vector3d& p);

/// Whether some distribution of mass has this symmetric inertia about its centre: its principal
/// moments are positive, and none exceeds the sum of the other two, within rounding in a file.
bool is_physical_inertia(const Eigen::Matrix3d& inertia);

/// The frame P of an engine's body: origin at the centre of mass, principal axes.
struct PrincipalFrame {
  Pose X_BP = Pose::Identity();
  Eigen::Vector3d inertia = Eigen::Vector3d::Zero();  ///< along the axes of P [kg m^2]
};

/// The principal frame of a body with this centre of mass [m] and inertia about it [kg m^2] in its
/// frame B. If the axes of B are already principal, keeps them, so that frames stay readable.
PrincipalFrame principal_frame(const Eigen::Vector3d& p_BoBcm, const Eigen::Matrix3d& I_BBcm);

}  // namespace condyle::scene
