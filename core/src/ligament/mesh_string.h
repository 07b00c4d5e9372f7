#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/geometry/mesh_solid.h"
#include "core/src/ligament/mesh_node.h"

namespace condyle::ligament {

/// A string from one point to another, outside a mesh and straight between its nodes, which lie on
/// edges of the mesh. All in the mesh's frame.
struct MeshString {
  const geometry::MeshSolid& solid;
  double scale;                          ///< size of the solid [m]
  Eigen::Vector3d from, to;              ///< outside the mesh, to rounding
  Eigen::Vector3d from_clear, to_clear;  ///< `from` and `to`, moved off the mesh if they lie on it
  std::vector<MeshNode>& nodes;          ///< in order
};

/// A string that enters the solid by less than this fraction of its size counts as lying on it.
inline constexpr double k_mesh_skin = 1e-10;

/// The side's first corner, the unit vector along the side, and its length [m], in the mesh's
/// frame.
Eigen::Vector3d corner_of(const geometry::MeshSolid&, int side);
Eigen::Vector3d along_side(const geometry::MeshSolid&, int side);
double length_of_side(const geometry::MeshSolid&, int side);

/// The vertex at which the node lies, or -1.
int vertex_at(const MeshString&, const MeshNode&);

/// Outward normal at the node: the mean of the normals of the edge's two triangles, or of all
/// triangles around the vertex.
Eigen::Vector3d outward_at(const MeshString&, const MeshNode&);

/// Position of node i, a little off the mesh, so that a line along the mesh does not enter it.
/// Index -1 is the start of the string, the number of nodes is its end.
Eigen::Vector3d clear_of(const MeshString&, int i);

double length_of(const MeshString&);

/// Slides the nodes along their edges, up to the edges' ends, until the string is shortest. This is
/// a convex problem; Newton's method holds the nodes that pull past the end of their edge. Nodes
/// that meet at a vertex are held from then on. Returns the largest pull on a free node along its
/// edge, per unit of tension.
double slide(MeshString&);

/// Removes the nodes at which the string does not press on the edge, and the nodes at the ends of
/// the string. Returns whether it removed any.
bool lift(MeshString&);

/// Merges nodes that lie at one vertex. Where the string is shorter past the vertex on either side,
/// or clear of it, reroutes the string that way. Returns whether it changed any node.
bool pass_vertices(MeshString&);

/// Cuts the solid with a half-plane that starts at the line from `a` to `b` and points towards
/// `up`. Follows the section from where the segment enters the solid to where it leaves, and
/// returns in `found` the points that a taut string over the section touches. Returns false if
/// there are none or the section does not lead back to the segment.
bool section(const MeshString&, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
             const Eigen::Vector3d& up, const geometry::MeshSolid::Inside& inside,
             std::vector<MeshNode>& found);

}  // namespace condyle::ligament
