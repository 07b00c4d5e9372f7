#pragma once

#include <memory>
#include <optional>
#include <string>

#include "condyle/contact/contact_surface.h"
#include "condyle/geometry/shape.h"
#include "condyle/pose.h"

class btCollisionShape;

namespace condyle::bullet {

/// An analytic shape and its pose in the frame of the Bullet shape B that it represents.
struct ColliderShape {
  geometry::Shape shape;
  Pose X_BS = Pose::Identity();
};

/// The analytic shape of one of Bullet's primitives, as Bullet sizes it with its scaling:
///   btSphereShape, btCapsuleShape*  their radius is their margin
///   btBoxShape, btCylinderShape*    half extents with the margin, edges sharp
///   btConeShape                     as drawn; Bullet's own contact keeps a margin around it
///   btStaticPlaneShape              the half space behind it
///   btHeightfieldTerrainShape       the natural bicubic spline through its samples, from 4 x 4 on;
///                                   smooth where Bullet has two triangles per cell
///   btMultiSphereShape              one sphere, or two of the same radius: a capsule
/// Returns nothing for all other shapes.
std::optional<ColliderShape> collider_shape(const btCollisionShape& shape);

/// The contact surface of a Bullet shape, and its pose in the Bullet shape's frame.
struct ColliderSurface {
  std::shared_ptr<const ContactSurface> surface;
  Pose X_BS = Pose::Identity();
};
/// The contact surface of a Bullet shape: its analytic shape if it has one, with the mesh of
/// collider_mesh() for casting (a plane has none), else that mesh alone; for an analytic
/// SurfaceShape (SurfaceShape::is_analytic) the surface that it holds, with `layer`. Throws
/// InputError naming `name` if the shape has neither an analytic shape nor a mesh.
ColliderSurface collider_surface(const btCollisionShape& shape, const Layer& layer,
                                 const std::string& name);

}  // namespace condyle::bullet
