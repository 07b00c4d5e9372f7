#pragma once

#include <BulletCollision/CollisionShapes/btConcaveShape.h>

#include <cstdint>
#include <memory>

#include "condyle/contact/contact_surface.h"

namespace condyle::bullet {

/// A Bullet collision shape that holds a ContactSurface, of a deformable one as it is at the time.
/// Bullet's own queries (rays, convex shapes against it) see its triangles; registered with the
/// plugin it is pressed on by them, or as the analytic shape that it is while its scaling is 1. May
/// belong to dynamic bodies; its inertia is its bounding box's.
class SurfaceShape final : public btConcaveShape {
 public:
  explicit SurfaceShape(std::shared_ptr<const ContactSurface> surface);

  const std::shared_ptr<const ContactSurface>& surface() const { return surface_; }

  /// The surface's analytic shape; null where it has none, or a scaling has changed it.
  const Shape* shape() const;

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
  mutable std::int64_t revision_ = 0;  ///< of the surface that they are of
  bool is_endless_ = false;            ///< half space, infinite cylinder
};

}  // namespace condyle::bullet
