#pragma once

#include <Eigen/Core>

#include "condyle/collision/casting_rays.h"
#include "condyle/collision/motion_bound.h"
#include "condyle/collision/proximity_window.h"
#include "condyle/collision/ray_cluster.h"
#include "condyle/collision/search_kernels.h"
#include "condyle/collision/triangle_tree.h"
#include "condyle/pose.h"

namespace condyle {

/// What stays the same during one call of a search. X_TC: pose of the casting mesh in the target's.
struct SearchStep {
  const SearchKernels* run = nullptr;
  PackedTree target;
  TargetSpace space;
  Ball casting;  ///< about the origins of all rays

  Pose X_TC = Pose::Identity();
  Pose last_step = Pose::Identity();  ///< from the pose before, in the casting frame
  bool is_steady = false;             ///< the last step tells what the next will be like
  RigidMotion motion;                 ///< since the last call
  MeshMotion mesh_motion = {};      ///< the same
  double travelled = 0;               ///< sum of the displacements of the whole mesh [m]
  RayReach reach;                     ///< that beams are made for, no less than the window's
};

MeshMotion plain(const RigidMotion& motion);

/// From one pose to another in the casting frame of the first, in units of the target.
SmallMotion small_motion(const Pose& from, const Pose& to, const SearchStep& step);

/// What the rays of a cluster sweep from a pose on.
Beam beam_of(const RayCluster& rays, const Pose& X_TC, const SearchStep& step, float weight = 1);

/// Bounds the error of every coordinate in a beam's K, of the target's corners and of the rays:
/// how, is derived in list_rows.h.
float rounding_of(const RayCluster& rays, const Pose& X_TC, const SearchStep& step);

}  // namespace condyle
