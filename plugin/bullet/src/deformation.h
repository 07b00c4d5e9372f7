#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/src/solver/moving_vertices.h"

class btCollisionObject;
class btRigidBody;
class btCollisionShape;
class btSoftBody;

namespace condyle::bullet {

class LinkConstraint;

/// The vertices of a collider that deforms: vertices that the user moves, or the nodes of a
/// btSoftBody, whose surface is in the world frame.
///
/// A soft body's nodes move towards the positions that Bullet predicts without the links between
/// them. Bullet solves the links after the contact, with the contact's impulses. For contact the
/// nodes are therefore free and yield by F h^2 / m in a step, and a body that presses on them sinks
/// in by that much more than its layers are compressed. Predicting the forces of the links from the
/// last step was tried; it adds energy to bodies.
class Deformation : public MovingVertices {
 public:
  /// Vertices that the user moves.
  explicit Deformation(std::shared_ptr<DeformableSurface> surface);
  /// Nodes and faces of a soft body. Throws InputError naming `name` if it has no faces or its mesh
  /// cannot be a ContactSurface.
  Deformation(btSoftBody& soft, const Layer& layer, const std::string& name);
  ~Deformation();

  btSoftBody* soft() const { return soft_; }

  /// A static body, in no world, that represents the soft body where Bullet needs a rigid body.
  btRigidBody& proxy() const { return *proxy_; }

  /// Take over the vertices' positions at the end of a substep of `dt` [s]. Call begin_users()
  /// before the substep, and begin_soft() when Bullet has predicted the nodes. Each does nothing
  /// for a collider of the other kind.
  void begin_users(double dt);
  /// Throws SimulationError if the links no longer hold the soft body together (link_strain.h), or
  /// if its nodes' positions are no valid surface.
  void begin_soft(double dt);

  /// Removes the contacts that Bullet has found between a soft body and an object.
  void drop_bullet_contact(const btCollisionObject& object);

  /// Ends a substep: the user's vertices have arrived; a soft body's nodes get their impulses.
  void end();

  /// Saves a soft body's nodes for take_back(). Call before Bullet predicts them.
  void back_up();

  /// Restores the start of the substep.
  void take_back();

  std::vector<std::unique_ptr<LinkConstraint>> ties;  ///< links between the bodies that press on it

 private:
  struct Backup {
    std::vector<Eigen::Vector3d> place, velocity, force;
  };

  btSoftBody* soft_ = nullptr;
  std::string name_;  ///< name of its collider
  std::unique_ptr<btCollisionShape> proxy_shape_;
  std::unique_ptr<btRigidBody> proxy_;
  FreeMotion free_motion_;  ///< motion of free nodes in this substep
  Backup backup_;
};

}  // namespace condyle::bullet
