#pragma once

#include <Eigen/Core>

#include "condyle/collision/casting_rays.h"
#include "condyle/collision/motion_bound.h"
#include "condyle/collision/proximity_window.h"
#include "condyle/collision/ray_packet.h"
#include "condyle/pose.h"

namespace condyle {

/// What stays the same during one call of a search. X_TC: pose of the casting mesh in the target's;
/// the first call, too, asks how far it has moved since.
struct SearchFrame {
  Pose X_TC = Pose::Identity();
  PoseNumbers X_TC_numbers{};
  ProximityWindow window;
  RayReach reach;
  RigidMotion motion;  ///< since the last call
  Eigen::Vector3d turn =
      Eigen::Vector3d::Zero();  ///< the same as a rotation vector in the target's frame
  double turned = 0;            ///< norms of all turns up to now, summed
  double travelled = 0;         ///< the same of the displacement of the whole mesh [m]
  double moved = 0;             ///< displacement of the whole casting mesh since then [m]
  double worthwhile_gap = 0;  ///< to know that something is farther than this is of little use [m]
};

}  // namespace condyle
