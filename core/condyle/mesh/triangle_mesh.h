#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

#include "condyle/pose.h"

namespace condyle {

/// A triangulated surface. Vertices in metres, in the mesh's own frame; each triangle is three
/// vertex indices, counter-clockwise seen from outside, so that its right-hand normal points
/// outward. A plain value: functions that need an invariant (finite vertices, valid indices, no
/// degenerate triangle) state and check it.
struct TriangleMesh {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
};

/// Right-hand normal (v1 - v0) x (v2 - v0) of triangle `t`: twice its area long [m^2].
Eigen::Vector3d area_vector_doubled(const TriangleMesh& mesh, int t);

/// Mean of the three vertices of triangle `t`.
Eigen::Vector3d centroid(const TriangleMesh& mesh, int t);

/// The mesh with its vertices moved by X_AB: from frame B to frame A.
TriangleMesh transformed(TriangleMesh mesh, const Pose& X_AB);

/// The mesh with its coordinates multiplied by `factors`, component by component. An odd number of
/// negative factors mirrors the mesh; its triangles are then re-wound so that outward stays
/// outward.
TriangleMesh scaled(TriangleMesh mesh, const Eigen::Vector3d& factors);

/// Per vertex the first one at its position, bit for bit (-0 and +0 are the same): itself where
/// there is none before.
std::vector<int> first_vertices_at(const std::vector<Eigen::Vector3d>& positions);

/// The mesh with vertices of bit-identical position merged into the first of them and unused
/// vertices dropped; triangles keep their order. (-0 and +0 are the same position.)
TriangleMesh welded(const TriangleMesh& mesh);

/// One mesh made of both, triangles of `a` first.
TriangleMesh joined(TriangleMesh a, const TriangleMesh& b);

/// Throws InputError that names `what` where the mesh has no triangle, a vertex that is not finite,
/// or an index out of range.
void require_valid(const TriangleMesh& mesh, const std::string& what);

}  // namespace condyle
