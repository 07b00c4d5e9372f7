#pragma once

#include <string>

#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle {

/// What the shape of a patella, or of a button that replaces its articular side, tells: its frame P
/// has its origin in the middle of the mesh's extents, x forward (anterior), y up (proximal) and z
/// to the right.
struct PatellaShape {
  Pose X_PM = Pose::Identity();                     ///< pose of the mesh frame in P
  Eigen::Vector3d sizes = Eigen::Vector3d::Zero();  ///< thickness, height and width [m]
  bool is_button = false;  ///< its front is flat or open, for the bone; up is then any direction
};

/// Finds them: x is the direction of least extent, forward along a button's flat face or to its
/// open side, or else to the side of which its middle is nearer, since a patella's back has a
/// ridge; z is the normal of the mirror plane through x, and the pointed end is down. Throws
/// InputError naming `what` if the mesh is not flatter than it is wide.
PatellaShape find_patella_shape(const TriangleMesh& mesh, const std::string& what);

}  // namespace condyle
