#include "condyle/bullet/surface_shape.h"

#include <BulletCollision/CollisionShapes/btTriangleCallback.h>
#include <LinearMath/btAabbUtil2.h>

#include <utility>

#include "condyle/contact/contact_surface.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {

SurfaceShape::SurfaceShape(std::shared_ptr<const ContactSurface> surface)
    : surface_(std::move(surface)) {
  // A concave type that no class of Bullet uses; signed distance fields use
  // CUSTOM_CONCAVE_SHAPE_TYPE.
  m_shapeType = FAST_CONCAVE_MESH_PROXYTYPE;
  setLocalScaling(scaling_);
}

void SurfaceShape::setLocalScaling(const btVector3& scaling) {
  scaling_ = scaling;
  const Eigen::AlignedBox3d box =
      is_analytic() ? bounding_box(*surface_->shape()) : Eigen::AlignedBox3d();
  is_endless_ = !box.isEmpty() && !box.sizes().allFinite();
  measure();
}

void SurfaceShape::measure() const {
  revision_ = surface_->revision();
  min_ = btVector3(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
  max_ = -min_;
  for (const Eigen::Vector3d& vertex : surface_->mesh().vertices) {
    min_.setMin(to_bullet(vertex) * scaling_);
    max_.setMax(to_bullet(vertex) * scaling_);
  }
  if (!is_analytic() || is_endless_) return;
  const Eigen::AlignedBox3d box = bounding_box(*surface_->shape());
  min_.setMin(to_bullet(Eigen::Vector3d(box.min())));
  max_.setMax(to_bullet(Eigen::Vector3d(box.max())));
}

bool SurfaceShape::is_analytic() const {
  return scaling_ == btVector3(1, 1, 1) && surface_->shape() != nullptr;
}

void SurfaceShape::getAabb(const btTransform& t, btVector3& aabb_min, btVector3& aabb_max) const {
  if (is_endless_) {  // as in btStaticPlaneShape
    aabb_max.setValue(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
    aabb_min = -aabb_max;
    return;
  }
  if (revision_ != surface_->revision()) measure();
  btTransformAabb(min_, max_, getMargin(), t, aabb_min, aabb_max);
}

void SurfaceShape::processAllTriangles(btTriangleCallback* callback, const btVector3& aabb_min,
                                       const btVector3& aabb_max) const {
  const TriangleMesh& mesh = surface_->mesh();
  const bool mirrored = scaling_.x() * scaling_.y() * scaling_.z() < 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    btVector3 corners[3];
    for (std::size_t i = 0; i < 3; ++i) {
      const auto vertex = static_cast<std::size_t>(mesh.triangles[t][i]);
      corners[i] = to_bullet(mesh.vertices[vertex]) * scaling_;
    }
    if (mirrored) std::swap(corners[1], corners[2]);  // keeps the winding outward
    if (TestTriangleAgainstAabb2(corners, aabb_min, aabb_max))
      callback->processTriangle(corners, 0, static_cast<int>(t));
  }
}

void SurfaceShape::calculateLocalInertia(btScalar mass, btVector3& inertia) const {
  const btVector3 size = max_ - min_;
  inertia = mass / 12 *
            btVector3(size.y() * size.y() + size.z() * size.z(),
                      size.x() * size.x() + size.z() * size.z(),
                      size.x() * size.x() + size.y() * size.y());
}

}  // namespace condyle::bullet
