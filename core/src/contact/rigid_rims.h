#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle {

struct ContactResult;

/// The sharp edges of the rigid side of an elastic layer's contact: convex ones that are bent by
/// more than 45 degrees, as for free edges. The pressure under them is infinite in theory, so what
/// is computed depends on the mesh.
class RigidRims {
 public:
  /// Where a result presses on a casting triangle that is closer to a rim than it is long.
  struct Reached {
    double pressure = 0;                           ///< the largest there; 0: nowhere [Pa]
    Eigen::Vector3d at = Eigen::Vector3d::Zero();  ///< of it, in the casting mesh frame [m]
  };

  /// Finds the edges; none if no side is rigid.
  RigidRims(const ContactSurface& casting, const ContactSurface& target);

  /// For a result of these surfaces, at the pose X_CT of the target in the casting mesh frame.
  Reached reached(const ContactSurface& casting, const ContactSurface& target, const Pose& X_CT,
                  const ContactResult& result) const;

 private:
  std::vector<std::array<int, 2>> edges_;  ///< vertices of the rigid side's mesh
};

}  // namespace condyle
