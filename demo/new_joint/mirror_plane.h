#pragma once

#include <Eigen/Core>
#include <optional>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// The plane in which a mesh comes nearest to being its own mirror image.
struct MirrorPlane {
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit vector, of either sign
  double offset = 0;  ///< the plane's points p satisfy normal . p = offset [m]
  /// Mean distance of mirrored points of the surface from the surface, as a part of the mesh's
  /// size (the root mean square distance of its area from its centre). Distances above a tenth
  /// count as that. About 0.02 where the mesh is symmetric: the spacing of the points.
  double asymmetry = 0;
};

/// Tries planes through the centre of area in all directions, or in those perpendicular to the unit
/// vector `contained`, and refines the best ones. Points of the surface are drawn by area with a
/// fixed seed, so the result is the same each time. Precondition: require_valid.
MirrorPlane find_mirror_plane(const TriangleMesh& mesh,
                              const std::optional<Eigen::Vector3d>& contained = {});

/// The asymmetry of one plane through the centre of area, after its offset is refined.
MirrorPlane measured_mirror_plane(const TriangleMesh& mesh, const Eigen::Vector3d& normal);

}  // namespace condyle
