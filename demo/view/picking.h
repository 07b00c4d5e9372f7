#pragma once

#include <array>
#include <limits>
#include <optional>

#include "view/camera.h"
#include "view/cut.h"
#include "world/shown_world.h"

namespace condyle {

/// Where a ray crosses a triangle.
struct TriangleCrossing {
  double distance = std::numeric_limits<double>::infinity();  ///< infinite if it does not
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();          ///< of the corners
};

/// Crosses the triangle from either side (Moeller & Trumbore 1997).
TriangleCrossing crossing(const std::array<Eigen::Vector3d, 3>& corners, const CameraRay& ray);

/// The first intersection of a ray with a mesh of the world; `body` is -1 if there is none.
struct Pick {
  int body = -1, mesh = -1;
  int triangle = -1;                                  ///< of the mesh
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();  ///< of its corners
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();
};

/// Intersects the ray with all meshes except those with opacity 0 and what a cut leaves out.
/// `opacity` is in the order of bodies and their meshes. If the ray enters a body by the face of
/// the cut, it meets that face, which has no triangle (-1).
Pick pick(const ShownWorld& world, const std::vector<float>& opacity, const CameraRay& ray,
          const std::optional<CutPlane>& cut);

}  // namespace condyle
