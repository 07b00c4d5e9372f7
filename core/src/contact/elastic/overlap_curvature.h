#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle {

/// A casting ray and what it meets, in the casting frame C.
struct RayMeeting {
  Eigen::Vector3d casting_normal;  ///< unit, outward
  Eigen::Vector3d target_normal;   ///< unit, outward, at the hit
  Eigen::Vector3d hit;             ///< [m]
};

/// Minus the wrench on the casting body per pressure and area, which is also the first derivative
/// of the proximity by a motion of that body (angular, linear; about C's origin, in C): [x x m; m]
/// with m = n_t / (n_c . n_t) at the hit x.
inline Vector6 proximity_gradient(const RayMeeting& meeting) {
  const Eigen::Vector3d m =
      meeting.target_normal / meeting.casting_normal.dot(meeting.target_normal);
  Vector6 gradient;
  gradient << meeting.hit.cross(m), m;
  return gradient;
}

/// The second derivative of the proximity by a motion of the casting body, exp of a twist about C's
/// origin in C: symmetric. The target's surface counts to second order, with the curvature kappa
/// [1/m] (curvature_at).
Matrix6 proximity_hessian(const RayMeeting& meeting, const Eigen::Matrix3d& target_curvature);

/// Curvature of a target at a point of its frame, as a matrix on tangent vectors, positive where
/// convex [1/m]. Zero for a mesh, which is flat in each triangle.
Eigen::Matrix3d curvature_at(const ContactSurface& target, const Eigen::Vector3d& p_T);

}  // namespace condyle
