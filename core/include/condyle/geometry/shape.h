#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <optional>
#include <variant>
#include <vector>

#include "condyle/geometry/height_map.h"
#include "condyle/geometry/mesh_solid.h"
#include "condyle/geometry/surface_values.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle::geometry {

// The shapes that have closed forms, each in its own frame.

/// The solid z <= 0, used for the ground: its surface is the plane z = 0 with outward normal +z.
/// Infinite, convex and smooth.
struct HalfSpace {};

/// A sphere about the origin. Convex and smooth.
struct Sphere {
  double radius = 1;  ///< [m]
};

/// An ellipsoid about the origin with its axes along x, y, z. Convex and smooth.
struct Ellipsoid {
  Eigen::Vector3d semi_axes = Eigen::Vector3d::Ones();  ///< along x, y, z [m]
};

/// A cylinder about the z axis, without ends. Convex and smooth.
struct InfiniteCylinder {
  double radius = 1;  ///< [m]
};

/// A cylinder about the z axis with flat ends, centred at the origin. Convex, not smooth. (With
/// round ends: Capsule; without ends: InfiniteCylinder.)
struct Cylinder {
  double radius = 1;       ///< [m]
  double half_length = 1;  ///< [m]
};

/// All points within `radius` of a segment of the z axis: a finite cylinder with round ends,
/// centred at the origin. Convex. Its normal is continuous, but its curvature jumps at the seams,
/// at |z| = half_length, so it does not count as smooth.
struct Capsule {
  double radius = 1;       ///< [m]
  double half_length = 1;  ///< half length of the straight wall, without the caps [m]
};

/// A cone about the z axis with its apex at z = +height/2 and its flat base in z = -height/2.
/// Convex, not smooth.
struct Cone {
  double radius = 1;  ///< radius of the base [m]
  double height = 1;  ///< [m]
};

/// A ring about the z axis: a tube whose centre line is the circle of `major_radius` in the xy
/// plane. Smooth, not convex.
struct Torus {
  double major_radius = 1;     ///< radius of the centre line [m]
  double minor_radius = 0.25;  ///< radius of the tube, smaller than major_radius [m]
};

/// A rectangular solid about the origin with its edges along x, y, z. Convex, not smooth.
struct Brick {
  Eigen::Vector3d half_size = Eigen::Vector3d::Ones();  ///< along x, y, z [m]
};

/// The boundary of a solid, in the shape's own frame. Lengths are in metres, angles in radians;
/// points and vectors are expressed in the shape's frame. The headers of the single shapes in
/// core/src/geometry document special cases. All functions are pure and thread-safe. Preconditions
/// of all functions: a valid shape, and finite arguments below 1e150 (whose squares are finite).
using Shape = std::variant<HalfSpace, Sphere, Ellipsoid, InfiniteCylinder, Cylinder, Capsule, Cone,
                           Torus, Brick, HeightMap, MeshSolid>;

/// The name of the shape in words, such as "half space".
const char* name(const Shape&);

/// Throws InputError naming the shape and the dimension if a dimension is not positive and finite,
/// or if dimensions contradict each other. (Height maps and mesh solids are valid once
/// constructed.)
void require_valid(const Shape&);

/// Whether normal and curvature are continuous over the whole surface. A height map counts as
/// smooth, although given derivatives may make its curvature jump at grid lines.
bool is_smooth(const Shape&);

/// Whether the solid is known to be convex.
bool is_convex(const Shape&);

/// Whether the solid fits in a sphere. A half space, a cylinder without ends and a height map do
/// not.
bool is_bounded(const Shape&);

/// The implicit function f of the shape, with gradient and Hessian.
SurfaceJet implicit(const Shape&, const Eigen::Vector3d& point);

/// Outward unit normal at a point of the surface, along the gradient of f; +z if the gradient is
/// zero (at the centre of a sphere, which is not on its surface).
Eigen::Vector3d normal_at(const Shape&, const Eigen::Vector3d& point);

/// Whether the point is inside the solid, by the sign of f. Points of the surface count as inside,
/// to rounding.
bool is_inside(const Shape&, const Eigen::Vector3d& point);

/// The globally nearest point of the surface, with the exact signed distance.
SurfacePoint nearest(const Shape&, const Eigen::Vector3d& point);

/// All crossings of the ray origin + t direction, t >= 0, ascending. The direction must not be zero
/// but need not have unit length. A ray tangent to a convex solid crosses it twice at one point or,
/// by rounding, not at all.
std::vector<RayCrossing> ray_crossings(const Shape&, const Eigen::Vector3d& origin,
                                       const Eigen::Vector3d& direction);

/// The first crossing of the ray from `origin` [m]. Allocates only for a mesh.
std::optional<RayCrossing> first_ray_crossing(const Shape&, const Eigen::Vector3d& origin,
                                              const Eigen::Vector3d& direction);

/// The point of the solid furthest along a direction (not zero), or one of several. Throws
/// InputError naming the shape if it is not bounded.
Eigen::Vector3d support(const Shape&, const Eigen::Vector3d& direction);

/// The smallest sphere around the surface; for a height map, a sphere around its bounding box.
/// Throws InputError for a half space and a cylinder without ends.
BoundingSphere bounding_sphere(const Shape&);

/// The smallest axis-aligned box around the surface; for a height map, the slightly larger box of
/// its Bezier ordinates. Infinite where the surface is: the half space has z <= 0.
Eigen::AlignedBox3d bounding_box(const Shape&);

/// A box B around the surface, oriented along the shape, posed in the shape's frame S.
struct OrientedBox {
  Pose X_SB = Pose::Identity();                         ///< centre and axes of the box
  Eigen::Vector3d half_size = Eigen::Vector3d::Zero();  ///< half its edges [m]
};

/// The oriented box of a shape: for a mesh along the axes of inertia of its solid, otherwise along
/// the shape's axes, where it is smallest. Throws as bounding_sphere does.
OrientedBox oriented_box(const Shape&);

/// Volume, area, centre and inertia. Throws InputError naming the shape if it is not bounded.
SolidProperties solid_properties(const Shape&);

/// Whether the surface has parameters (u, v): half space, sphere, ellipsoid, infinite cylinder,
/// cone (its wall), torus, height map.
bool has_parameters(const Shape&);

/// The point with parameters (u, v), lengths [m] or angles [rad] by the kind of shape, and its
/// derivatives. Throws InputError if the shape has no parameters.
ParametricJet parametric(const Shape&, const Eigen::Vector2d& uv);

/// The parameters (u, v) [m or rad] of a point of the surface. Throws InputError if the shape has
/// no parameters.
Eigen::Vector2d parameters(const Shape&, const Eigen::Vector3d& point);

/// A mesh of the surface, in the shape's frame: its vertices lie on the surface, and no point of
/// its triangles is further than `chord_error` [m] from it. Closed and wound outward, except for a
/// height map, whose mesh is only its surface, with normals upward. For a mesh solid, its own mesh.
/// Throws InputError for a half space and an infinite cylinder, for a chord error that is not
/// positive and finite, and if the mesh would need more than 4 million triangles.
TriangleMesh mesh_of(const Shape&, double chord_error);

}  // namespace condyle::geometry
