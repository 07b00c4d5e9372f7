#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "condyle/geometry/surface_values.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle::geometry {

struct MeshSolidData;

/// The normal at a point of a mesh: that of the triangle, or an interpolation of the normals of its
/// corners.
enum class MeshNormals { faces, smooth };

/// A point of a mesh: the weighted mean of the corners of triangle `triangle`. Weights are not
/// negative and sum to 1; a weight that has no influence (on an edge or a corner) is exactly 0.
struct MeshPoint {
  int triangle = -1;
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();
};

/// The solid inside a closed triangle mesh, with a box hierarchy for searches. Immutable; copies
/// share the data. shape.h describes the functions for shapes.
class MeshSolid {
 public:
  /// Throws InputError if the mesh is not valid, is not closed (welded, with every edge used once
  /// each way), or has a triangle of zero area. Precondition: the mesh does not intersect itself.
  explicit MeshSolid(TriangleMesh mesh, MeshNormals normals = MeshNormals::faces);

  /// The mesh of its surface.
  const TriangleMesh& mesh() const;
  MeshNormals normals() const;                ///< as chosen at construction
  const Eigen::AlignedBox3d& bounds() const;  ///< axis-aligned box around all triangles
  bool is_convex() const;  ///< the mesh is one part, and no edge is concave by more than rounding

  /// The point of the mesh nearest to `point`. If several triangles are equally near, the one with
  /// the lowest index.
  MeshPoint nearest_point(const Eigen::Vector3d& point) const;

  /// The nearest point of one triangle (Ericson 2005, Real-Time Collision Detection, 5.1.5).
  MeshPoint nearest_point_on(int triangle, const Eigen::Vector3d& point) const;

  /// Where a point of the mesh is [m].
  Eigen::Vector3d position(const MeshPoint& at) const;

  /// Unit normal as chosen at construction. MeshNormals::smooth interpolates the corners' normals,
  /// which are weighted by angle.
  Eigen::Vector3d normal(const MeshPoint& at) const;

  /// Sum of the unit normals around the face, edge or corner on which the point lies, weighted by
  /// angle. A query point whose nearest point is `at` lies outside if it is on the side of this
  /// vector (Baerentzen & Aanaes 2005, IEEE TVCG 11:243-253). Not of unit length.
  Eigen::Vector3d pseudo_normal(const MeshPoint& at) const;

  /// The neighbouring triangle's side on the same edge as `side`. Side 3 t + k runs from corner k
  /// of triangle t to the next corner, as in MeshSides.
  int across(int side) const;
  const Eigen::Vector3d& face_normal(int triangle) const;  ///< unit vector

  /// The first part of a segment inside the solid that is longer than rounding, counted from where
  /// the segment enters: a segment that starts inside is not seen until it enters again. `enters`
  /// and `leaves` are fractions of the segment; it enters through `triangle`. Does not allocate.
  struct Inside {
    double enters = 0, leaves = 1;
    int triangle = -1;
  };
  /// The first such part of the segment; none if there is none.
  std::optional<Inside> first_inside(const Eigen::Vector3d& from, const Eigen::Vector3d& to) const;

  /// Every crossing of the ray origin + t direction, t >= 0, with every triangle, in the order of
  /// the triangles. A crossing on an edge appears for both of its triangles.
  std::vector<RayCrossing> triangle_crossings(const Eigen::Vector3d& origin,
                                              const Eigen::Vector3d& direction) const;

 private:
  std::shared_ptr<const MeshSolidData> data_;
};

/// f is the signed distance; the gradient is the normal, the Hessian zero.
SurfaceJet implicit(const MeshSolid&, const Eigen::Vector3d& point);

/// The normal is the kind chosen at construction.
SurfacePoint nearest(const MeshSolid&, const Eigen::Vector3d& point);

/// Crossings of the ray origin + t direction, t >= 0, ascending, alternately entering and leaving:
/// a crossing through an edge or corner counts once. Watertight at edges: both triangles of an edge
/// see the ray with the same rounding.
std::vector<RayCrossing> ray_crossings(const MeshSolid&, const Eigen::Vector3d& origin,
                                       const Eigen::Vector3d& direction);

/// A vertex [m] farthest along a direction, found by a linear search over all vertices.
Eigen::Vector3d support(const MeshSolid&, const Eigen::Vector3d& direction);
SolidProperties solid_properties(const MeshSolid&);

}  // namespace condyle::geometry
