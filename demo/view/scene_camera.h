#pragma once

#include "condyle/scene/scene.h"
#include "view/camera.h"

namespace condyle {

/// The unit vector upward in pictures of a scene, in the world: the camera's own, else against
/// gravity, else y.
Eigen::Vector3d scene_up(const scene::Scene& scene);

/// The camera that the scene specifies. What it leaves open is chosen so that all of `bounds` is in
/// a picture of `size`.
Camera scene_camera(const scene::Scene& scene, const Eigen::AlignedBox3d& bounds, ViewSize size);

}  // namespace condyle
