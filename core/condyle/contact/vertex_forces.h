#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/element_weights.h"

namespace condyle {

/// The force of a contact on each vertex of its two meshes [N], in the casting mesh frame C. All of
/// them together balance, forces and moments, and those of either side add up to the result's
/// wrench on it, to rounding.
struct VertexForces {
  std::vector<Eigen::Vector3d> casting_C;  ///< per vertex of the casting mesh
  std::vector<Eigen::Vector3d> target_C;   ///< per vertex of the target mesh; none of a shape
};

/// Hands the forces of the pair's last result back to the vertices of both sides, which have not
/// moved since.
///
/// A casting element's force goes to its vertices by the weights of the place that its ray starts
/// from: a third each of a triangle's. The opposite force goes to the vertices of the target
/// triangle that the ray met by the barycentric weights of the crossing. What acts off either side's
/// place (ForceDirection says where pressure and friction act) lacks a moment m there, which is added
/// as forces
///     (J^-1 m) x r_i,   r_i from the middle of the three vertices, J = sum (|r_i|^2 I - r_i r_i^T)
/// which add up to none. (On a sliver of a triangle these are large.)
///
/// A law that acts on patches has one force for each patch. It is shared out over the patch's
/// elements by the map of pressure, all parts parallel to it, and what is missing of its moment is
/// added in the same way, over all vertices of the patch's elements, to either side.
///
/// Writes zeros where nothing acts. Allocates nothing once it has seen contacts of the size.
void find_vertex_forces(const ContactPair& pair, VertexForces& forces);

/// Forces on the vertices of one element, at these places, that have this wrench together: the
/// force by the weights, and the couple that makes up for the moment.
std::array<Eigen::Vector3d, 3> share_out(const ElementWeights& at, const Wrench& wrench,
                                         const std::array<Eigen::Vector3d, 3>& places);

/// Adds forces on points, parallel lists, that have the moment m and add up to none: see above.
/// Points on one line bear no moment along it: then the nearest.
void add_couple(const Eigen::Vector3d& moment, std::span<const Eigen::Vector3d> points,
                std::span<Eigen::Vector3d> forces);

}  // namespace condyle
