#include "bench/gimpact_pair.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

namespace condyle::bench {
namespace {

/// A collision object with a GImpact shape of a mesh, which it refers to.
struct Collider {
  explicit Collider(const TriangleMesh& source)
      : mesh(source),
        view(static_cast<int>(mesh.triangles.size()), mesh.triangles.front().data(),
             sizeof(mesh.triangles.front()), static_cast<int>(mesh.vertices.size()),
             mesh.vertices.front().data(), sizeof(mesh.vertices.front())),
        shape(&view) {
    shape.setMargin(0);  // as Condyle: the surfaces themselves
    shape.updateBound();
    object.setCollisionShape(&shape);
  }

  TriangleMesh mesh;
  btTriangleIndexVertexArray view;
  btGImpactMeshShape shape;
  btCollisionObject object;
};

btTransform to_bullet(const Pose& X) {
  btTransform transform;
  transform.setFromOpenGLMatrix(X.data());  // both are column-major
  return transform;
}

}  // namespace

struct GImpactPair::Impl {
  Impl(const TriangleMesh& casting_mesh, const TriangleMesh& target_mesh)
      : casting(casting_mesh), target(target_mesh) {
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);
    world.addCollisionObject(&casting.object);
    world.addCollisionObject(&target.object);
  }

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  Collider casting, target;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
};

GImpactPair::GImpactPair(const TriangleMesh& casting, const TriangleMesh& target)
    : impl_(std::make_unique<Impl>(casting, target)) {}

GImpactPair::~GImpactPair() = default;

int GImpactPair::evaluate(const Pose& X_CT) {
  impl_->target.object.setWorldTransform(to_bullet(X_CT));
  impl_->world.performDiscreteCollisionDetection();
  int points = 0;
  for (int i = 0; i < impl_->dispatcher.getNumManifolds(); ++i)
    points += impl_->dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
  return points;
}

}  // namespace condyle::bench
