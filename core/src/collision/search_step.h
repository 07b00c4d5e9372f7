#pragma once

#include <Eigen/Core>

#include "condyle/pose.h"
#include "core/src/collision/casting_rays.h"
#include "core/src/collision/motion_bound.h"
#include "core/src/collision/ray_cluster.h"
#include "core/src/collision/search_kernels.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {

/// The data that are constant during one call of a search. X_TC: pose of the casting mesh in the
/// target's frame.
struct SearchStep {
  const SearchKernels* run = nullptr;
  geometry::PackedTree target;
  geometry::TreeSpace space;
  Ball casting;  ///< a ball around the origins of all rays, in the casting frame

  Pose X_TC = Pose::Identity();
  Pose last_step = Pose::Identity();  ///< motion of the last step, in the casting frame before it
  bool looks_ahead = true;            ///< ProximitySearch::set_look_ahead()
  bool is_steady = false;             ///< the next step can be expected to resemble the last one
  RigidMotion motion;                 ///< motion since the last call
  MeshMotion mesh_motion = {};        ///< `motion` as plain data
  double travelled = 0;    ///< sum of the displacements of the whole mesh over the calls [m]
  double pace = 0;         ///< mean displacement of the mesh in the last calls [m]
  double evenness = 1;     ///< `pace` over the displacement of the very last call, at most 1
  RayReach reach;          ///< reach of the beams, at least that of the window
  bool two_sided = false;  ///< ProximityWindow::two_sided
};

/// Updates pace and evenness with the displacement of the mesh since the last call [m].
void note_displacement(SearchStep& step, double moved);

MeshMotion plain(const RigidMotion& motion);

/// The motion from one pose to another, in the casting frame of the first and in units of the
/// target.
SmallMotion small_motion(const Pose& from, const Pose& to, const SearchStep& step);

/// The beam that the rays of a cluster sweep at a pose.
Beam beam_of(const RayCluster& rays, const Pose& X_TC, const SearchStep& step, float weight = 1);

/// Bound on the error of every coordinate of the target's corners and of the rays in a beam's frame
/// K [units of the target]. list_rows.h derives it.
float rounding_of(const RayCluster& rays, const Pose& X_TC, const SearchStep& step);

}  // namespace condyle
