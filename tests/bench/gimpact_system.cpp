#include "bench/gimpact_system.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

namespace condyle::bench {
namespace {

/// A collision object with a GImpact shape that refers to a mesh.
struct Collider {
  explicit Collider(const TriangleMesh& source)
      : mesh(source),
        view(static_cast<int>(mesh.triangles.size()), mesh.triangles.front().data(),
             sizeof(mesh.triangles.front()), static_cast<int>(mesh.vertices.size()),
             mesh.vertices.front().data(), sizeof(mesh.vertices.front())),
        shape(&view) {
    shape.setMargin(0);  // contact of the surfaces themselves, as in Condyle
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

class GImpactSystem : public System {
 public:
  explicit GImpactSystem(const PairCase& pair)
      : System("gimpact"),
        poses_CT_(pair.poses_CT),
        casting_(pair.casting->mesh()),
        target_(pair.target->mesh()) {
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
    world_.addCollisionObject(&casting_.object);
    world_.addCollisionObject(&target_.object);
  }

  void evaluate(std::size_t step) override {
    target_.object.setWorldTransform(to_bullet(poses_CT_[step]));
    world_.performDiscreteCollisionDetection();
  }

  StepOutcome outcome() const override {
    int points = 0;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
      points += dispatcher_.getManifoldByIndexInternal(i)->getNumContacts();
    }
    return {static_cast<double>(points)};
  }

 private:
  std::vector<Pose> poses_CT_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  Collider casting_, target_;
  btCollisionWorld world_{&dispatcher_, &broadphase_, &configuration_};
};

}  // namespace

std::unique_ptr<System> make_gimpact(const PairCase& pair) {
  return std::make_unique<GImpactSystem>(pair);
}

}  // namespace condyle::bench
