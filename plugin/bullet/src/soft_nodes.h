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

/// The nodes of a btSoftBody as the vertices of a collider, in the world frame.
///
/// The nodes move towards the positions that Bullet predicts without the links between them. Bullet
/// solves the links after the contact, with the contact's impulses. For contact the nodes are
/// therefore free and yield by F h^2 / m in a step, and a body that presses on them sinks in by
/// that much more than its layers are compressed. Predicting the forces of the links from the last
/// step was tried; it adds energy to bodies.
class SoftNodes : public MovingVertices {
 public:
  /// Throws InputError naming `name` if the body has no faces or its mesh cannot be a
  /// ContactSurface.
  SoftNodes(btSoftBody& soft, const Layer& layer, const std::string& name);
  ~SoftNodes();

  /// A static body, in no world, that represents the soft body where Bullet needs a rigid body.
  btRigidBody& proxy() const { return *proxy_; }

  /// Takes over the nodes' positions at the end of a substep of `dt` [s]. Call when Bullet has
  /// predicted them. Throws SimulationError if the links no longer hold the soft body together
  /// (link_strain.h), or if its nodes' positions are no valid surface.
  void begin(double dt);

  /// Removes the contacts that Bullet has found between the soft body and an object.
  void drop_bullet_contact(const btCollisionObject& object);

  /// Gives the nodes the impulses of the substep. Call after end().
  void push_nodes();

  /// Saves the nodes for take_back(). Call before Bullet predicts them.
  void back_up() { save(backup_); }
  void take_back() { restore(backup_); }

  struct Backup {
    std::vector<Eigen::Vector3d> place, velocity, force;
  };
  void save(Backup& backup) const;
  void restore(const Backup& backup);
  using MovingVertices::restore;
  using MovingVertices::save;

 private:
  btSoftBody& soft_;
  std::string name_;  ///< name of its collider
  std::unique_ptr<btCollisionShape> proxy_shape_;
  std::unique_ptr<btRigidBody> proxy_;
  FreeMotion free_motion_;  ///< motion of free nodes in this substep
  Backup backup_;
};

}  // namespace condyle::bullet
