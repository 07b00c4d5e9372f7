#pragma once

#include <string>

#include "plugin/test_world.h"
#include "support/random_draws.h"

namespace condyle::test {

/// The mechanism by which two to four bodies are brought together.
enum class MachineKind {
  hinge,      ///< a body on a hinge, or two in a chain, strike others
  ball,       ///< a body on a ball joint, or two in a chain, strike others
  paddle,     ///< a kinematic plate moves straight through others
  turntable,  ///< a kinematic plate turns about its centre below others, or flaps up at them
  strand,     ///< a ligament pulls two or three free bodies together
};
const char* name(MachineKind kind);

/// The range of random choices.
enum class MachineScope {
  plain,  ///< the layers' law, the implicit step, closed surfaces
  other,  ///< all laws, open shells too
};

/// A joint of Bullet without motor or limit, and its points and axes.
struct MachineJoint {
  std::unique_ptr<btTypedConstraint> constraint;
  const btRigidBody* a = nullptr;
  const btRigidBody* b = nullptr;  ///< null: the world
  btVector3 p_A, p_B;              ///< points that it holds together, in the bodies' frames
  btVector3 axis_A, axis_B;        ///< axes of a hinge; otherwise zero

  /// Impulse of the last step of `dt` [s] on body A: moment about the joint's point, and linear.
  Vector6 impulse(double dt) const;
  double gap() const;           ///< distance between the points [m]
  double misalignment() const;  ///< sine of the angle between the axes
  std::unique_ptr<btJointFeedback> feedback = std::make_unique<btJointFeedback>();
};

/// A random small mechanism: shapes, layers, laws, friction, masses of 10 g to 100 kg, casting
/// sides, rate, gravity or none, and the plugin's integration. A seed always makes the same
/// machine.
class Machine : RandomDraws {
 public:
  Machine(MachineKind kind, MachineScope scope, unsigned seed);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void step();
  int steps() const { return static_cast<int>(0.2 / dt); }
  /// All random choices, for messages.
  const std::string& description() const { return description_; }

  MachineKind kind;
  MachineScope scope;
  double dt = 0;  ///< [s]
  bullet::PluginSettings settings;
  ContactSettings contact;      ///< settings of all pairs
  bool has_open_shell = false;  ///< one of the bodies is an open shell
  bool has_gravity = false;
  bool is_isotropic = false;  ///< all inertias are isotropic
  std::unique_ptr<TestWorld> world;
  std::vector<btRigidBody*> bodies;  ///< bodies that forces move
  std::vector<MachineJoint> joints;
  Eigen::Vector3d driven_centre = Eigen::Vector3d::Zero();    ///< start of the driven plate [m]
  Eigen::Vector3d driven_velocity = Eigen::Vector3d::Zero();  ///< velocity of the paddle [m/s]
  /// Angular velocity of the turntable [rad/s].
  Eigen::Vector3d driven_spin = Eigen::Vector3d::Zero();

 private:
  void draw_plugin();
  NormalLaw draw_law();
  void add_free_bodies(int count);
  void join(int count);
  void add_joint(btRigidBody& body, btRigidBody* other, const Eigen::Vector3d& p_W,
                 const Eigen::Vector3d& axis_W);
  void add_driven();
  void tie();
  void set_contacts();

  std::string description_;
  btRigidBody* driven_ = nullptr;
  btTransform driven_pose_;
};

}  // namespace condyle::test
