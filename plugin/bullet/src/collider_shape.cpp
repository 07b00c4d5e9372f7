#include "plugin/bullet/src/collider_shape.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btMultiSphereShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>

#include <utility>

#include "condyle/bullet/surface_shape.h"
#include "core/src/geometry/turn_between.h"
#include "plugin/bullet/src/convert.h"
#include "plugin/bullet/src/height_field.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

/// A pose whose z axis, the axis of Condyle's shapes, lies along `direction`.
Pose z_along(const Vector3d& direction, const Vector3d& origin = Vector3d::Zero()) {
  Pose X = Pose::Identity();
  X.linear() = geometry::turn_between(Vector3d::UnitZ(), direction);
  X.translation() = origin;
  return X;
}

Pose z_along(int axis) { return z_along(Vector3d::Unit(axis)); }

ColliderShape shape_of(const btCylinderShape& cylinder) {
  const int axis = cylinder.getUpAxis();
  return {
      geometry::Cylinder{cylinder.getRadius(), to_eigen(cylinder.getHalfExtentsWithMargin())[axis]},
      z_along(axis)};
}

ColliderShape shape_of(const btStaticPlaneShape& plane) {
  const Vector3d normal = to_eigen(plane.getPlaneNormal()).normalized();
  return {geometry::HalfSpace{}, z_along(normal, plane.getPlaneConstant() * normal)};
}

std::optional<ColliderShape> shape_of(const btHeightfieldTerrainShape& field) {
  constexpr int k_fewest = 4;  // fewest grid lines for a spline
  const auto samples = height_field_samples(field);
  if (!samples || samples->x.size() < k_fewest || samples->y.size() < k_fewest) return {};
  ColliderShape shape{geometry::HeightMap::through(samples->x, samples->y, samples->z)};
  shape.X_BS.linear() = samples->R_BS;
  return shape;
}

std::optional<ColliderShape> shape_of(const btMultiSphereShape& spheres) {
  const Vector3d scaling = to_eigen(spheres.getLocalScaling());
  const int count = spheres.getSphereCount();
  if (count > 2 || scaling != Vector3d::Constant(scaling.x())) return {};
  const double radius = scaling.x() * spheres.getSphereRadius(0);
  const Vector3d first = scaling.x() * to_eigen(spheres.getSpherePosition(0));
  if (count == 1) return ColliderShape{geometry::Sphere{radius}, z_along(Vector3d::UnitZ(), first)};
  if (spheres.getSphereRadius(1) != spheres.getSphereRadius(0)) return {};
  const Vector3d apart = scaling.x() * to_eigen(spheres.getSpherePosition(1)) - first;
  if (apart.isZero(0))
    return ColliderShape{geometry::Sphere{radius}, z_along(Vector3d::UnitZ(), first)};
  return ColliderShape{geometry::Capsule{radius, apart.norm() / 2},
                       z_along(apart.normalized(), first + apart / 2)};
}

}  // namespace

std::optional<ColliderShape> collider_shape(const btCollisionShape& shape) {
  switch (shape.getShapeType()) {
    case SPHERE_SHAPE_PROXYTYPE:
      return ColliderShape{geometry::Sphere{static_cast<const btSphereShape&>(shape).getRadius()}};
    case BOX_SHAPE_PROXYTYPE:
      return ColliderShape{geometry::Brick{
          to_eigen(static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin())}};
    case CYLINDER_SHAPE_PROXYTYPE:
      return shape_of(static_cast<const btCylinderShape&>(shape));
    case CAPSULE_SHAPE_PROXYTYPE: {
      const auto& capsule = static_cast<const btCapsuleShape&>(shape);
      return ColliderShape{geometry::Capsule{capsule.getRadius(), capsule.getHalfHeight()},
                           z_along(capsule.getUpAxis())};
    }
    case CONE_SHAPE_PROXYTYPE: {
      const auto& cone = static_cast<const btConeShape&>(shape);
      return ColliderShape{geometry::Cone{cone.getRadius(), cone.getHeight()},
                           z_along(cone.getConeUpIndex())};
    }
    case STATIC_PLANE_PROXYTYPE:
      return shape_of(static_cast<const btStaticPlaneShape&>(shape));
    case TERRAIN_SHAPE_PROXYTYPE:
      return shape_of(static_cast<const btHeightfieldTerrainShape&>(shape));
    case MULTI_SPHERE_SHAPE_PROXYTYPE:
      return shape_of(static_cast<const btMultiSphereShape&>(shape));
    default:
      return {};
  }
}

ColliderSurface collider_surface(const btCollisionShape& shape, const Layer& layer,
                                 const std::string& name) {
  if (const auto* ours = dynamic_cast<const SurfaceShape*>(&shape); ours && ours->is_analytic()) {
    return {std::make_shared<ContactSurface>(with_layer(*ours->surface(), layer))};
  }
  auto analytic = collider_shape(shape);
  if (!analytic) return {std::make_shared<ContactSurface>(collider_mesh(shape, name), layer, name)};
  TriangleMesh mesh;
  if (!std::holds_alternative<geometry::HalfSpace>(analytic->shape)) {
    mesh = transformed(collider_mesh(shape, name), analytic->X_BS.inverse(Eigen::Isometry));
  }
  return {
      std::make_shared<ContactSurface>(std::move(analytic->shape), std::move(mesh), layer, name),
      analytic->X_BS};
}

}  // namespace condyle::bullet
