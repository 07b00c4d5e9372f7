#pragma once

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <span>
#include <vector>

#include "condyle/bullet/plugin.h"
#include "condyle/bullet/surface_shape.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/mesh/primitives.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::test {

#ifdef BT_USE_DOUBLE_PRECISION
constexpr bool k_double_engine = true;
#else
constexpr bool k_double_engine = false;
#endif

constexpr double k_gravity = 9.81;

/// Polyethylene of the shipped knee.
constexpr Layer k_polyethylene{463e6, 0.46, 0.008};

/// A Bullet world that owns its bodies, with Condyle's plugin.
class TestWorld {
 public:
  explicit TestWorld(const bullet::PluginSettings& settings = {});
  ~TestWorld();
  TestWorld(const TestWorld&) = delete;
  TestWorld& operator=(const TestWorld&) = delete;

  /// Takes ownership of the shape. Mass 0 makes the body static.
  btRigidBody& add_body(btCollisionShape* shape, double mass, const btVector3& inertia,
                        const Eigen::Vector3d& position,
                        const Eigen::Quaterniond& rotation = Eigen::Quaterniond::Identity());
  btRigidBody& add_mesh_body(const TriangleMesh& mesh, const Layer& layer, double mass,
                             const btVector3& inertia, const Eigen::Vector3d& position,
                             const Eigen::Quaterniond& rotation = Eigen::Quaterniond::Identity());
  /// With a surface that several worlds may share, since making it takes longer than many a run.
  btRigidBody& add_mesh_body(std::shared_ptr<const ContactSurface> surface, double mass,
                             const btVector3& inertia, const Eigen::Vector3d& position,
                             const Eigen::Quaterniond& rotation = Eigen::Quaterniond::Identity());
  void step(double dt, int count = 1);

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  std::vector<ColliderId> colliders;
  std::unique_ptr<bullet::Plugin> plugin;
};

/// The triangles whose centroids lie below `height`, with only their vertices.
TriangleMesh below(const TriangleMesh& mesh, double height);

/// Inertia of solid bodies [kg m^2].
btVector3 sphere_inertia(double mass, double radius);
btVector3 box_inertia(double mass, const Eigen::Vector3d& size);

/// Kinetic energy of a body [J].
double kinetic_energy(const btRigidBody& body);

/// Momentum of free bodies about the world's origin: moment [N m s], linear [N s]. Their inertia
/// must be isotropic.
Vector6 momentum(std::span<btRigidBody* const> bodies);

}  // namespace condyle::test
