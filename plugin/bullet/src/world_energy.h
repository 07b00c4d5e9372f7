#pragma once

#include <Eigen/Core>
#include <vector>

class btDiscreteDynamicsWorld;
class btRigidBody;

namespace condyle::bullet {

/// Kinetic energy of all dynamic bodies of a world [J].
double kinetic_energy(const btDiscreteDynamicsWorld& world);

/// The bodies on which external forces act in a substep.
class LoadedBodies {
 public:
  /// Call when Bullet has applied gravity, before it moves the bodies.
  void note(const btDiscreteDynamicsWorld& world);
  /// Work of the forces over the substep of `dt` [s]. Call when Bullet has moved the bodies, while
  /// they still have the velocities that moved them.
  double work(double dt) const;

 private:
  struct Loaded {
    const btRigidBody* body;
    Eigen::Vector3d p_W, force, torque;
  };
  std::vector<Loaded> loaded_;
};

}  // namespace condyle::bullet
