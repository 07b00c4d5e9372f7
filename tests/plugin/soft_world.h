#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <array>
#include <memory>
#include <vector>

#include "condyle/bullet/plugin.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle::test {

/// A lattice of nodes held together by springs along the edges and diagonals of its cells.
struct Lattice {
  std::array<int, 3> cells = {8, 8, 3};
  Eigen::Vector3d size{0.08, 0.08, 0.03};
  Eigen::Vector3d center{0, 0, -0.015};
  double mass = 0.2;
  double stiffness = 0.5;  ///< Bullet's link stiffness: fraction corrected per iteration, 0 to 1
  int iterations = 4;
  bool is_fixed_below = true;
  bool has_links = true;
};

/// A Bullet world that owns its bodies, rigid and soft, with Condyle's plugin.
class SoftWorld {
 public:
  explicit SoftWorld(double gravity = 9.81, const bullet::PluginSettings& settings = {});
  ~SoftWorld();
  SoftWorld(const SoftWorld&) = delete;
  SoftWorld& operator=(const SoftWorld&) = delete;

  btSoftBody& add_lattice(const Lattice& lattice);
  btRigidBody& add_body(const TriangleMesh& mesh, const Layer& layer, double mass, double inertia,
                        const Eigen::Vector3d& position);
  void step(double dt, int count = 1);

  btSoftBodyRigidBodyCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btSoftRigidDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  std::vector<std::unique_ptr<btSoftBody>> softs;
  std::vector<ColliderId> colliders;  ///< colliders of the bodies
  std::unique_ptr<bullet::Plugin> plugin;
};

/// Momentum of a soft body's nodes about the world's origin: moment [N m s], linear [N s].
Vector6 momentum(const btSoftBody& soft);

}  // namespace condyle::test
