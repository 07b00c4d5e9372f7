#pragma once

#include <array>
#include <vector>

#include "condyle/contact/contact_pair.h"

namespace condyle {

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

  /// For the last result of a pair with these surfaces.
  Reached reached(const ContactPair& pair) const;

 private:
  std::vector<std::array<int, 2>> edges_;  ///< vertices of the rigid side's mesh
};

}  // namespace condyle
