#pragma once

#include <Eigen/Core>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Sum of the triangles' areas [m^2], for open or closed meshes.
double surface_area(const TriangleMesh& mesh);

/// Volume that a closed mesh encloses [m^3]: positive if the mesh is wound outward, negative if
/// inward. For an open mesh the value depends on the position of the mesh and is meaningless.
double signed_volume(const TriangleMesh& mesh);

/// Mass properties of a body of unit density (1 kg/m^3) inside a closed mesh.
struct MassProperties {
  double volume = 0;                                  ///< [m^3]
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();   ///< centre of volume, mesh frame [m]
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre, mesh axes [m^5]
};

/// Computes the mass properties by the divergence theorem: the mesh is a sum of signed tetrahedra
/// with a common corner, whose moments are polynomials of their corners (Tonon 2004, J. Math. Stat.
/// 1:8-11, unit density). Precondition: the mesh is closed (see inspect). Throws InputError if the
/// volume is not positive: the mesh is then wound inward, flat or open.
MassProperties mass_properties(const TriangleMesh& mesh);

}  // namespace condyle
