#pragma once

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <BulletCollision/CollisionShapes/btConcaveShape.h>
#include <BulletCollision/CollisionShapes/btTriangleCallback.h>
#include <LinearMath/btTransform.h>
#include <LinearMath/btVector3.h>

#include <cstdint>
#include <memory>
#include <string>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {
class ContactSurface;
}

namespace condyle::bullet {

/// A Bullet collision shape that holds a ContactSurface; a deformable surface has its present
/// vertices. Bullet's own queries (ray casts, convex sweeps) see its triangles. Once the body is
/// registered with the plugin, contact uses these triangles, or the surface's analytic shape while
/// the scaling is 1. Dynamic bodies may use it; its inertia is that of its bounding box.
class SurfaceShape final : public btConcaveShape {
 public:
  /// A shape of this surface, which must not be null.
  explicit SurfaceShape(std::shared_ptr<const ContactSurface> surface);

  /// The surface that was given.
  const std::shared_ptr<const ContactSurface>& surface() const { return surface_; }

  /// Whether contact uses an analytic shape: the surface has one, and the scaling is 1.
  bool is_analytic() const;

  void getAabb(const btTransform& t, btVector3& aabb_min, btVector3& aabb_max) const override;
  void processAllTriangles(btTriangleCallback* callback, const btVector3& aabb_min,
                           const btVector3& aabb_max) const override;
  void calculateLocalInertia(btScalar mass, btVector3& inertia) const override;
  void setLocalScaling(const btVector3& scaling) override;
  const btVector3& getLocalScaling() const override { return scaling_; }
  const char* getName() const override { return "Condyle surface"; }

 private:
  void measure() const;

  std::shared_ptr<const ContactSurface> surface_;
  btVector3 scaling_{1, 1, 1};
  mutable btVector3 min_, max_;
  mutable std::int64_t revision_ = 0;  ///< revision of the surface of min_ and max_
  bool is_endless_ = false;            ///< the shape is a half space or an infinite cylinder
};

/// The triangles of a Bullet collision shape in the shape's frame, including its scaling, with
/// Bullet's winding (outward). Mesh shapes (btBvhTriangleMeshShape, btScaledBvhTriangleMeshShape,
/// btGImpactMeshShape) keep their order of triangles. Convex shapes (hull, box, sphere, spheres,
/// cylinder, capsule, cone) get meshes without an edge longer than 1/16 of the diagonal of their
/// bounding box, because a triangle samples pressure at its centroid only. Each cell of a height
/// field becomes two triangles. Throws InputError naming `what` for other shapes.
TriangleMesh collider_mesh(const btCollisionShape& shape, const std::string& what);

}  // namespace condyle::bullet
