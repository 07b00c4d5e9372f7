#pragma once

#include <btBulletDynamicsCommon.h>

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "condyle/bullet/plugin.h"
#include "condyle/bullet/surface_shape.h"
#include "condyle/c.h"
#include "condyle/pose.h"
#include "condyle/world/reports.h"

namespace condyle::c {

/// A body in Bullet. Frame B is the user's; P has its origin in the centre of mass and its axes
/// along the principal ones.
struct Body {
  int kind = CONDYLE_FIXED;
  Pose X_BP = Pose::Identity();
  std::vector<std::unique_ptr<bullet::SurfaceShape>> surfaces;  ///< children of the shape
  std::vector<ColliderId> colliders;                            ///< parallel to them
  std::unique_ptr<btCompoundShape> shape;
  std::unique_ptr<btRigidBody> rigid;
};

/// Where a body is now: Bullet's own transform of a kinematic one is where the next step moves it.
inline const btTransform& X_WP_of(const btRigidBody& body) {
  return body.isKinematicObject() ? body.getInterpolationWorldTransform()
                                  : body.getWorldTransform();
}

/// Puts a body there at once.
inline void put(btRigidBody& body, const btTransform& X_WP) {
  body.setCenterOfMassTransform(X_WP);
  body.setInterpolationWorldTransform(X_WP);
}

/// A strand, and the numbers of the bodies that it is attached to.
struct AttachedStrand {
  StrandId id;
  std::vector<int> bodies;
};

/// A joint, and the numbers of the bodies that it joins.
struct Joint {
  int body_a = CONDYLE_GROUND, body_b = CONDYLE_GROUND;
  int free_axes = 0;
  std::unique_ptr<btTypedConstraint> constraint;
};

}  // namespace condyle::c

/// A world of the interface. Surfaces and strands have the numbers of their ids in the plugin.
struct condyle_world {
  explicit condyle_world(const Eigen::Vector3d& gravity);
  ~condyle_world();
  condyle_world(const condyle_world&) = delete;
  condyle_world& operator=(const condyle_world&) = delete;

  /// Throws InputError if there is no such body.
  condyle::c::Body& body(int number) const;
  /// Throws InputError that says `must`, if its kind is another one.
  condyle::c::Body& body_of_kind(int number, int kind, const char* must) const;
  /// The same in Bullet, also for CONDYLE_GROUND.
  btRigidBody& body_or_ground(int number) const;
  void remove_joint(std::unique_ptr<condyle::c::Joint>& joint);

  std::unique_ptr<btDefaultCollisionConfiguration> configuration;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world;
  std::vector<std::unique_ptr<condyle::c::Body>> bodies;  ///< null where removed
  std::unique_ptr<btCollisionShape> ground_shape;
  std::unique_ptr<btRigidBody> ground;  ///< to which strands and joints to the world are attached
  std::vector<std::unique_ptr<condyle::c::Joint>> joints;  ///< null where removed
  std::vector<condyle::c::AttachedStrand> strands;
  std::vector<condyle::ContactEvent> events;  ///< of the last step, if they are followed
  std::vector<std::string> findings;
  std::unique_ptr<condyle::bullet::Plugin> plugin;
};
