#pragma once

#include "shown_world.h"
#include "view/camera.h"

namespace condyle {

/// Where a ray first meets a mesh of the world. `body` is -1 where it meets none.
struct Pick {
  int body = -1;
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();
};

/// Meshes whose opacity (in the order of bodies and their meshes) is 0 are passed through.
Pick pick(const ShownWorld& world, const std::vector<float>& opacity, const CameraRay& ray);

}  // namespace condyle
