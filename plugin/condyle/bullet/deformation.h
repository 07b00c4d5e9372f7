#pragma once

#include <memory>
#include <string>
#include <vector>

#include "condyle/solver/moving_vertices.h"

class btCollisionObject;
class btRigidBody;
class btCollisionShape;
class btSoftBody;

namespace condyle::bullet {

class LinkConstraint;

/// The vertices of a collider that deforms: the user's, or the nodes of a btSoftBody, whose surface
/// is in the world frame.
///
/// A soft body's nodes are bound for where Bullet's prediction takes them, which knows nothing yet
/// of what holds them together: that comes after the contact, when the nodes have its impulses. So
/// contact meets free nodes, which yield to it by F h^2 / m in a step, and what presses stands so
/// much deeper than its layers are pressed. To foretell what will hold the nodes from what did in
/// the last step was tried: it gives bodies energy.
class Deformation : public MovingVertices {
 public:
  /// Of the user's.
  explicit Deformation(std::shared_ptr<DeformableSurface> surface);
  /// Of a soft body's nodes and faces. Throws InputError naming `name` where it has no faces or the
  /// mesh is none that presses.
  Deformation(btSoftBody& soft, const Layer& layer, const std::string& name);
  ~Deformation();

  btSoftBody* soft() const { return soft_; }

  /// Stands for a soft body where two rigid bodies are wanted: static, and in no world.
  btRigidBody& stand_in() const { return *stand_in_; }

  /// Before a substep, and when the nodes have been predicted: takes over where the vertices are
  /// bound for. `dt` [s].
  void begin_users(double dt);
  /// Throws SimulationError where its links no longer hold the soft body together: link_strain.h.
  void begin_soft(double dt);

  /// Takes from a soft body what contact Bullet itself has found with an object.
  void drop_bullet_contact(const btCollisionObject& object);

  /// After a substep: of the user's, all is where it shall be; to a soft body the impulses are
  /// handed back.
  void end();

  /// Notes where a soft body's nodes are, before Bullet predicts; for take_back().
  void back_up();

  /// Back to the start of the substep.
  void take_back();

  std::vector<std::unique_ptr<LinkConstraint>> ties;  ///< of the bodies that press on it

 private:
  struct Backup {
    std::vector<Eigen::Vector3d> place, velocity;
  };

  btSoftBody* soft_ = nullptr;
  std::string name_;  ///< of its collider
  std::unique_ptr<btCollisionShape> stand_in_shape_;
  std::unique_ptr<btRigidBody> stand_in_;
  FreeMotion free_motion_;  ///< of this substep
  Backup backup_;
};

}  // namespace condyle::bullet
