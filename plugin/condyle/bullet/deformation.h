#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/deformable_surface.h"
#include "condyle/pose.h"

class btCollisionObject;
class btRigidBody;
class btCollisionShape;
class btSoftBody;

namespace condyle::bullet {

class LinkConstraint;

/// The vertices of a collider that deforms, on their way through a substep: the user's, or the
/// nodes of a btSoftBody, whose surface is in the world frame.
///
/// To contact they are a given motion, even from where they stand at the start of a substep to
/// where they are bound for, and there they are at the end of it. A soft body's nodes are bound for
/// where Bullet's prediction takes them, which knows nothing yet of what holds them together: that
/// comes after the contact, when the nodes have its impulses. So contact meets free nodes, which
/// yield to it by F h^2 / m in a step, and what presses stands so much deeper than its layers are
/// pressed. To foretell what will hold the nodes from what did in the last step was tried: it gives
/// bodies energy.
class Deformation {
 public:
  /// Of the user's.
  explicit Deformation(std::shared_ptr<DeformableSurface> surface);
  /// Of a soft body's nodes and faces. Throws InputError naming `name` where it has no faces or the
  /// mesh is none that presses.
  Deformation(btSoftBody& soft, const Layer& layer, const std::string& name);
  ~Deformation();

  const DeformableSurface& surface() const { return *surface_; }
  btSoftBody* soft() const { return soft_; }

  /// Stands for a soft body where two rigid bodies are wanted: static, and in no world.
  btRigidBody& stand_in() const { return *stand_in_; }

  /// Where the user's vertices shall be at the end of the next substep. Throws InputError.
  void aim(std::span<const Eigen::Vector3d> vertices);

  /// Before a substep, and when the nodes have been predicted: takes over where the vertices are
  /// bound for. `dt` [s].
  void begin_users(double dt);
  /// Throws SimulationError where its links no longer hold the soft body together: link_strain.h.
  void begin_soft(double dt);

  /// Takes from a soft body what contact Bullet itself has found with an object.
  void drop_bullet_contact(const btCollisionObject& object);

  /// Moves the surface to this part of the way, 1 at the end of the substep.
  void move_to(double part);

  /// After a substep: of the user's, all is where it shall be; to a soft body the impulses are
  /// handed back.
  void end();

  /// Notes where a soft body's nodes are, before Bullet predicts; for take_back().
  void back_up();

  /// Back to the start of the substep.
  void take_back();

  /// Whether any vertex is bound for elsewhere in this substep.
  bool moves() const { return moves_; }

  /// Fastest vertex [m/s].
  double fastest() const { return fastest_; }
  Eigen::AlignedBox3d box() const;

  /// Where the vertices were at the start of the substep.
  std::span<const Eigen::Vector3d> start() const { return start_; }

  /// Mass splitting (frozen_block.h): counted are triangles that may touch, per vertex; n / m
  /// follows. None of vertices that do not yield.
  std::span<int> counts() { return counts_; }
  std::span<const double> per_mass() const { return per_mass_; }
  void clear_counts();
  void split_masses();

  /// An impulse [N s] on a node of a soft body at the end of a sub-step, from which it is bound for
  /// elsewhere; as Bullet, which will move it by that over the whole step.
  void push(int node, const Eigen::Vector3d& impulse_W);
  /// The step begins anew: no node has been pushed.
  void restart();

  std::vector<std::unique_ptr<LinkConstraint>> ties;  ///< of the bodies that press on it

 private:
  struct Backup {
    std::vector<Eigen::Vector3d> place, velocity;
  };
  void set_off(double dt);

  std::shared_ptr<DeformableSurface> surface_;
  btSoftBody* soft_ = nullptr;
  std::string name_;  ///< of its collider
  std::unique_ptr<btCollisionShape> stand_in_shape_;
  std::unique_ptr<btRigidBody> stand_in_;
  std::vector<Eigen::Vector3d> start_, end_, now_, velocity_;
  std::vector<Eigen::Vector3d> free_end_;  ///< where the nodes would get without impulses
  double dt_ = 0;
  double part_ = 1;        ///< of the way, where the surface is
  bool is_aimed_ = false;  ///< the user's are bound for elsewhere
  bool moves_ = false;     ///< in this substep
  bool rests_ = true;      ///< the surface knows of no velocities
  double fastest_ = 0;
  std::vector<int> counts_;
  std::vector<double> per_mass_;
  std::vector<Eigen::Vector3d> impulse_;  ///< of this substep, per node
  Backup backup_;
};

}  // namespace condyle::bullet
