#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <string>
#include <vector>

#include "condyle/pose.h"

namespace condyle::mesh {

/// A triangulated surface. Vertices are in metres, in the mesh's own frame. Each triangle is three
/// vertex indices, counter-clockwise seen from outside, so that its right-hand normal points
/// outward. A plain value: functions that need an invariant (finite vertices, valid indices, no
/// degenerate triangle) state and check it.
struct TriangleMesh {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
};

/// Right-hand normal (v1 - v0) x (v2 - v0) of triangle `t`, whose length is twice the area [m^2].
Eigen::Vector3d area_vector_doubled(const TriangleMesh& mesh, int t);

/// Mean of the three vertices of triangle `t` [m].
Eigen::Vector3d centroid(const TriangleMesh& mesh, int t);

/// Box around all vertices [m]; empty if there are none.
Eigen::AlignedBox3d bounding_box(const TriangleMesh& mesh);

/// The mesh with its vertices transformed by X_AB, from frame B to frame A.
TriangleMesh transformed(TriangleMesh mesh, const Pose& X_AB);

/// The mesh with its coordinates multiplied by `factors`, component by component. An odd number of
/// negative factors mirrors the mesh; its triangles are then rewound so that they still face
/// outward.
TriangleMesh scaled(TriangleMesh mesh, const Eigen::Vector3d& factors);

/// The mesh with vertices at equal positions merged into the first of them and unused vertices
/// dropped. Positions are compared exactly; -0 equals +0. Triangles keep their order.
TriangleMesh welded(const TriangleMesh& mesh);

/// One mesh that contains both meshes, triangles of `a` first.
TriangleMesh joined(TriangleMesh a, const TriangleMesh& b);

/// The welded mesh with each facet replaced by parts^2 triangles that lie on a curved facet: a
/// cubic triangle through the corners of the flat one, perpendicular at each corner to the mean
/// normal of the facets around it (Vlachos et al. 2001, "Curved PN Triangles"). If the vertices are
/// points of a smooth surface, the result comes close to that surface. Edges bent by more than 45
/// degrees and borders stay straight. The triangles that replace a facet follow one another. Throws
/// InputError if `parts` is not in [1, 16], or if there would be more triangles than a mesh may
/// have.
TriangleMesh with_curved_facets(const TriangleMesh& mesh, int parts);

/// Throws InputError naming `what` if the mesh has no triangle, a vertex that is not finite, or an
/// index out of range.
void require_valid(const TriangleMesh& mesh, const std::string& what);

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

}  // namespace condyle::mesh

namespace condyle {

using mesh::TriangleMesh;  // all parts of the library use it

}  // namespace condyle
