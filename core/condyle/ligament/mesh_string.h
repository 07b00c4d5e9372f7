#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/geometry/mesh_solid.h"
#include "condyle/ligament/mesh_node.h"

namespace condyle {

/// A string from one point to another, straight between nodes on the edges of a mesh, outside of
/// it. All in the mesh's frame.
struct MeshString {
  const MeshSolid& solid;
  double scale;                          ///< size of the solid [m]
  Eigen::Vector3d from, to;              ///< not inside, but for rounding
  Eigen::Vector3d from_clear, to_clear;  ///< the same, moved off the mesh where they lie on it
  std::vector<MeshNode>& nodes;          ///< in order
};

/// What goes into the solid by less than this part of its size counts as lying on it.
inline constexpr double k_mesh_skin = 1e-10;

Eigen::Vector3d corner_of(const MeshSolid&, int side);   ///< from which the side starts
Eigen::Vector3d along_side(const MeshSolid&, int side);  ///< unit
double length_of_side(const MeshSolid&, int side);

/// The vertex that the node is at, or -1.
int vertex_at(const MeshString&, const MeshNode&);

/// Outward at the node: the mean of the normals of its edge's triangles, or all around its vertex.
Eigen::Vector3d outward_at(const MeshString&, const MeshNode&);

/// Node i (-1: the start, their number: the end), a little off the mesh, so that a line along the
/// mesh does not enter it.
Eigen::Vector3d clear_of(const MeshString&, int i);

double length_of(const MeshString&);

/// Slides the nodes along their edges, or up to their ends, to where the string is shortest. That
/// is a convex problem: Newton's method, with those nodes held that want off their edge. Ends early
/// where nodes come together at a vertex. Returns the largest sine by which a free node is pulled
/// along its edge.
double slide(MeshString&);

/// Takes away the nodes at which the string does not press on the edge, and those at its ends.
/// Whether there were any.
bool lift(MeshString&);

/// Nodes at one vertex become one. Where the string is shorter past the vertex on either side, or
/// clear of it, it goes there. Whether there were any.
bool pass_vertices(MeshString&);

/// The points of a plane section of the solid from where the segment from `a` to `b` enters it to
/// where it comes out, on the side of `up`; those that a string around them touches. False where
/// the segment is clear (nothing is found) or there is no such way.
bool section(const MeshString&, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
             const Eigen::Vector3d& up, const MeshSolid::Inside& inside,
             std::vector<MeshNode>& found);

}  // namespace condyle
