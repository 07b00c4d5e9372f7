#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/collision/proximity_window.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/normal_law.h"

namespace condyle {

/// Where a point law presses a patch, in the casting mesh frame C.
struct PatchPoint {
  Eigen::Vector3d p_C = Eigen::Vector3d::Zero();  ///< on the casting side [m]
  /// Minus the direction of the force, unit. What is frozen of the target for a step is the plane
  /// across it, so that the force is the gradient of its energy.
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  double depth = 0;   ///< greatest proximity of the patch [m]
  double weight = 0;  ///< sum of proximity times area [m^3]

  Eigen::Vector3d hit() const { return p_C - depth * normal; }  ///< on the target side
};

/// The points of patches, `patch_of` saying for each of `contacts` (indices of hits) the patch,
/// from 0 on. Place and normals are means over triangles, so that they change without a jump when
/// the bodies turn. Acting at the centroid, they are weighted by proximity times area. Else by s^2
/// times area, where s falls from 1 for the deepest triangle to 0 at a band below it: a quarter of
/// its depth, or a twentieth of the facets' size (root of their mean area) where that is more and
/// the patch is as deep. A patch that only has gaps is taken by that size alone, wherever it acts.
/// The force acts along the target's normal where that is a shape, else along the mean of both
/// sides' normals. Normals of a target mesh do jump, each triangle's where its ray comes to another
/// facet.
void find_patch_points(std::span<const ProximityHit> hits, std::span<const int> contacts,
                       std::span<const int> patch_of, int patch_count,
                       const ContactSurface& casting, const ContactSurface& target,
                       const Pose& X_CT, Acting acting, std::vector<PatchPoint>& points);

/// The point of one hit by itself, whatever its proximity.
PatchPoint point_of(const ProximityHit& hit, const ContactSurface& casting,
                    const ContactSurface& target, const Pose& X_CT);

}  // namespace condyle
