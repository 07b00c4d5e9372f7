#pragma once

#include "view/camera.h"
#include "world/shown_world.h"

namespace condyle {

/// How near and far the eye may be from what it looks at [m], and where that may be.
struct CameraLimits {
  double nearest = 1e-3, farthest = 1e3;
  Eigen::AlignedBox3d targets;
};

/// Limits that keep a scene of this box in sight: from a thousandth of its size to twenty of it.
CameraLimits limits_around(const Eigen::AlignedBox3d& box);

/// Moves the eye towards `anchor` (steps > 0) or away from it, a tenth of the distance per step;
/// the anchor stays where it is in the picture unless the camera comes to its limits.
void zoom(Camera& camera, double steps, const Eigen::Vector3d& anchor, const CameraLimits& limits);

/// Turns the camera to see its target from the side of this axis of the world; seen from there
/// already, from the other side.
void view_along(Camera& camera, const Eigen::Vector3d& axis);

/// Lets a camera go along with a body, without turning.
struct CameraFollow {
  int body = -1;                                  ///< -1: the camera stays
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();  ///< the body's middle when it was last followed
};

/// Begins to follow the body; -1 ends it.
void follow(CameraFollow& of, const ShownWorld& world, int body);
/// Moves the camera by as much as the body has moved.
void keep_up(CameraFollow& of, const ShownWorld& world, Camera& camera);

}  // namespace condyle
