#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "condyle/geometry/ray_crossing.h"
#include "condyle/geometry/solid_properties.h"
#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_point.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Which normal a mesh has at a point of a triangle: the triangle's, or that of its corners, mixed.
enum class MeshNormals { faces, smooth };

/// A point of a mesh: on triangle `triangle`, at the weighted mean of its corners. Weights are not
/// negative and sum to 1; those of corners that do not matter are exactly 0.
struct MeshPoint {
  int triangle = -1;
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();
};

/// The solid inside a closed triangle mesh, with a hierarchy of boxes to search it. Immutable; a
/// copy shares the data. The operators are described in shape.h.
class MeshSolid {
 public:
  /// Throws InputError where the mesh is not valid, not closed (welded, every edge used once each
  /// way), or has a triangle without area. Precondition: it does not meet itself.
  explicit MeshSolid(TriangleMesh mesh, MeshNormals normals = MeshNormals::faces);

  const TriangleMesh& mesh() const;
  const Eigen::AlignedBox3d& bounds() const;  ///< around all vertices, along the axes
  bool is_convex() const;  ///< one part, no edge is concave by more than rounding

  /// Nearest to a point; of equally near triangles the lowest index.
  MeshPoint nearest_point(const Eigen::Vector3d& point) const;

  /// The nearest point of one triangle (Ericson 2005, Real-Time Collision Detection, 5.1.5).
  MeshPoint nearest_point_on(int triangle, const Eigen::Vector3d& point) const;

  Eigen::Vector3d position(const MeshPoint& at) const;

  /// Unit normal as asked for at construction. Smooth: the corners' normals, weighted by angle.
  Eigen::Vector3d normal(const MeshPoint& at) const;

  /// Sum of the unit normals around the face, edge or corner that the point is on, weighted by
  /// angle: a point nearest to it is outside where it is on that side (Baerentzen & Aanaes 2005,
  /// IEEE TVCG 11:243-253). Not of unit length.
  Eigen::Vector3d pseudo_normal(const MeshPoint& at) const;

  /// Sides as in MeshSides: side 3 t + k runs from corner k of triangle t to the next. The same
  /// edge in the neighbour.
  int across(int side) const;
  const Eigen::Vector3d& face_normal(int triangle) const;  ///< unit

  /// The first stretch of a segment inside the solid that is longer than rounding; by shares of the
  /// segment, from where it enters through a triangle. Free of allocation.
  struct Inside {
    double enters = 0, leaves = 1;
    int triangle = -1;
  };
  std::optional<Inside> first_inside(const Eigen::Vector3d& from, const Eigen::Vector3d& to) const;

  /// Every crossing of the ray origin + t direction, t >= 0, with every triangle, in no order: on
  /// an edge with both of its triangles.
  std::vector<RayCrossing> triangle_crossings(const Eigen::Vector3d& origin,
                                              const Eigen::Vector3d& direction) const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

/// f is the signed distance; the gradient is the normal, the Hessian zero.
SurfaceJet implicit(const MeshSolid&, const Eigen::Vector3d& point);

/// The normal is the one asked for at construction.
SurfacePoint nearest(const MeshSolid&, const Eigen::Vector3d& point);

/// Crossings of the ray origin + t direction, t >= 0, ascending, where it enters and leaves by
/// turns: one that passes an edge or corner is counted once. Watertight at edges: both triangles of
/// an edge see it with the same rounding.
std::vector<RayCrossing> ray_crossings(const MeshSolid&, const Eigen::Vector3d& origin,
                                       const Eigen::Vector3d& direction);

/// A vertex, by a look at all of them.
Eigen::Vector3d support(const MeshSolid&, const Eigen::Vector3d& direction);
SolidProperties solid_properties(const MeshSolid&);

}  // namespace condyle
