#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/collision/proximity_hit.h"
#include "condyle/contact/contact_laws.h"
#include "condyle/contact/contact_surface.h"
#include "core/src/contact/surface/casting_pieces.h"

namespace condyle {

/// The point at which a law acts on a patch, in the casting mesh frame C.
struct PatchPoint {
  Eigen::Vector3d p_C = Eigen::Vector3d::Zero();  ///< point on the casting side [m]
  /// Unit vector against the force on the casting body. During a step the target is a plane
  /// perpendicular to it, so that the force is the gradient of an energy.
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  double depth = 0;   ///< greatest proximity of the patch [m]
  double weight = 0;  ///< sum of proximity times area [m^3]

  Eigen::Vector3d hit() const { return p_C - depth * normal; }  ///< point on the target side
};

/// Finds the points of patches. `patch_of` has the patch, from 0 on, of each of `contacts`, which
/// are indices of hits. Point and normals are means over triangles, so that they change without
/// jumps when the bodies turn. With Acting::centroid, weights are proximity times area. Otherwise
/// they are s^2 times area, where s falls from 1 for the deepest triangle to 0 at the end of a band
/// below it. The band is a quarter of its depth or a twentieth of the facets' size (root of their
/// mean area), whichever is more, but at most its depth; in a patch that has only gaps it is a
/// twentieth of the facets' size, for any `acting`. The force acts along the target's normal if the
/// target is a shape, else along the mean of both sides' normals. Normals of a target mesh jump
/// when a ray moves on to another facet.
void find_patch_points(std::span<const ProximityHit> hits, std::span<const int> contacts,
                       std::span<const int> patch_of, int patch_count,
                       const ContactSurface& casting, const ContactSurface& target,
                       const Pose& X_CT, Acting acting, std::vector<PatchPoint>& points);

/// The point of a single hit, whose ray starts at `place`, for any proximity.
PatchPoint point_of(const ProximityHit& hit, const CastingPlace& place,
                    const ContactSurface& target, const Pose& X_CT);

}  // namespace condyle
