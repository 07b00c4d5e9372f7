#pragma once

#include <Eigen/Core>
#include <vector>

namespace condyle {

class ContactPair;

/// The forces of a contact on the vertices of its two meshes [N], in the casting mesh frame C. To
/// rounding, forces and moments of all vertices balance, and those of either side add up to the
/// result's wrench on that side.
struct VertexForces {
  std::vector<Eigen::Vector3d> casting_C;  ///< per vertex of the casting mesh
  std::vector<Eigen::Vector3d> target_C;   ///< per vertex of the target mesh; empty for a shape
};

/// Distributes the forces of the pair's last result over the vertices of both sides, which must not
/// have moved since.
///
/// A casting element's force goes to its vertices by the weights of its ray's origin: a third to
/// each corner of a triangle. The opposite force goes to the vertices of the target triangle that
/// the ray met, by the barycentric weights of the crossing. ForceDirection sets the points where
/// pressure and friction act. If that is not the point on a side, a moment m is missing there; it
/// is added as the forces
///     (J^-1 m) x r_i,   r_i from the middle of the three vertices, J = sum (|r_i|^2 I - r_i r_i^T)
/// whose sum is zero. (On a sliver they are large.)
///
/// A law that acts on patches has one force per patch. It is distributed over the patch's elements
/// by the map of pressure, all parts parallel to the force, and the missing moment is added on
/// either side by such forces on all vertices of the patch's elements.
///
/// Writes zeros where no force acts. Allocates nothing once it has seen a contact of that size.
void find_vertex_forces(const ContactPair& pair, VertexForces& forces);

}  // namespace condyle
