#pragma once

#include <Eigen/Core>

namespace condyle::scene {

/// The moment of inertia [kg m^2] about the origin of a point mass [kg] at p [m], along the axes of
/// p (parallel-axis theorem).
Eigen::Matrix3d point_inertia(double mass, const Eigen::Vector3d& p);

/// Whether some distribution of mass has this symmetric inertia about its centre: its principal
/// moments are positive, and none exceeds the sum of the other two, within rounding in a file.
bool is_physical_inertia(const Eigen::Matrix3d& inertia);

}  // namespace condyle::scene
