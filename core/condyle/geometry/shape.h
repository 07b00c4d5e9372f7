#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <optional>
#include <variant>
#include <vector>

#include "condyle/geometry/brick.h"
#include "condyle/geometry/capsule.h"
#include "condyle/geometry/cone.h"
#include "condyle/geometry/cylinder.h"
#include "condyle/geometry/ellipsoid.h"
#include "condyle/geometry/half_space.h"
#include "condyle/geometry/height_map.h"
#include "condyle/geometry/infinite_cylinder.h"
#include "condyle/geometry/mesh_solid.h"
#include "condyle/geometry/ray_crossing.h"
#include "condyle/geometry/smallest_sphere.h"
#include "condyle/geometry/solid_properties.h"
#include "condyle/geometry/sphere.h"
#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_parameters.h"
#include "condyle/geometry/surface_point.h"
#include "condyle/geometry/torus.h"
#include "condyle/pose.h"

namespace condyle {

/// The boundary of a solid, in a frame of its own. Lengths in metres, angles in radians; points and
/// vectors are expressed in the shape's frame. Each operator below has an overload for each shape
/// that has it, in the header of that shape, with what is special there; these take any shape. All
/// are pure and may be called from any number of threads. Preconditions of all: a valid shape, and
/// finite arguments below 1e150 (whose squares are finite).
using Shape = std::variant<HalfSpace, Sphere, Ellipsoid, InfiniteCylinder, Cylinder, Capsule, Cone,
                           Torus, Brick, HeightMap, MeshSolid>;

/// In words, such as "half space".
const char* name(const Shape&);

/// Throws InputError that names shape and dimension where one is not positive and finite, or they
/// contradict each other. (Height maps and mesh solids can not be made invalid.)
void require_valid(const Shape&);

/// Whether normal and curvature are continuous all over the surface.
bool is_smooth(const Shape&);

/// Whether the solid is known to be convex.
bool is_convex(const Shape&);

/// Whether the solid lies within some sphere. A half space, a cylinder without ends and a height
/// map do not.
bool is_bounded(const Shape&);

/// The implicit function of the shape, with gradient and Hessian.
SurfaceJet implicit(const Shape&, const Eigen::Vector3d& point);

/// Outward unit normal at a point of the surface: along the gradient of f. Where that is zero (the
/// middle of a sphere, which is on no surface), +z.
Eigen::Vector3d normal_at(const Shape&, const Eigen::Vector3d& point);

/// In the solid, by the sign of f; points of the surface count as inside, to rounding.
bool is_inside(const Shape&, const Eigen::Vector3d& point);

/// The globally nearest point of the surface; its `distance` is the exact signed distance.
SurfacePoint nearest(const Shape&, const Eigen::Vector3d& point);

/// All crossings of the ray origin + t direction, t >= 0, ascending. The direction need not be of
/// unit length; not zero. A ray that touches a convex solid meets it twice at the same place, or by
/// rounding not at all.
std::vector<RayCrossing> ray_crossings(const Shape&, const Eigen::Vector3d& origin,
                                       const Eigen::Vector3d& direction);

/// The first of them. Free of allocation but for a mesh.
std::optional<RayCrossing> first_ray_crossing(const Shape&, const Eigen::Vector3d& origin,
                                              const Eigen::Vector3d& direction);

/// The point of the solid that is furthest along a direction (not zero), or one of them. Throws
/// InputError that names the shape where it is not bounded.
Eigen::Vector3d support(const Shape&, const Eigen::Vector3d& direction);

/// A sphere around the surface, the smallest but for the height map, where it goes round its box.
/// Throws InputError for the half space and the cylinder without ends.
BoundingSphere bounding_sphere(const Shape&);

/// The smallest box along the axes around the surface; for the height map that of its ordinates, a
/// little larger. Infinite where the surface is: the half space has z <= 0.
Eigen::AlignedBox3d bounding_box(const Shape&);

/// A box B around the surface that follows it, posed in the shape's frame S.
struct OrientedBox {
  Pose X_SB = Pose::Identity();  ///< its middle and axes
  Eigen::Vector3d half_size = Eigen::Vector3d::Zero();
};

/// For a mesh along the axes of inertia of its solid, else along the shape's axes, where it is the
/// smallest. Throws as bounding_sphere does.
OrientedBox oriented_box(const Shape&);

/// Volume, area, centre, inertia. Throws InputError that names the shape where it is not bounded.
SolidProperties solid_properties(const Shape&);

/// Whether the surface has parameters (u, v): half space, sphere, ellipsoid, infinite cylinder,
/// cone (its wall), torus, height map.
bool has_parameters(const Shape&);

/// The point with parameters (u, v) and its derivatives. Throws InputError where there are none.
ParametricJet parametric(const Shape&, const Eigen::Vector2d& uv);

/// The parameters of a point of the surface. Throws as above.
Eigen::Vector2d parameters(const Shape&, const Eigen::Vector3d& point);

}  // namespace condyle
