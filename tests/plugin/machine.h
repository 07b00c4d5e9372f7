#pragma once

#include <random>
#include <string>

#include "plugin/test_world.h"

namespace condyle::test {

/// What brings two to four bodies together.
enum class MachineKind {
  hinge,      ///< a body that swings on a hinge strikes others; or two in a chain do
  ball,       ///< the same on ball joints
  paddle,     ///< a kinematic plate goes straight through others
  turntable,  ///< a kinematic plate turns about its centre beneath others, or flaps up at them
  strand,     ///< a ligament pulls two, or three, free bodies together
};
const char* name(MachineKind kind);

/// Among what is drawn.
enum class MachineScope {
  plain,  ///< the layers' law, the implicit step, closed surfaces
  other,  ///< all laws, the conserving step, open shells too
};

/// A joint of Bullet's without motor or limit, and where it should be.
struct MachineJoint {
  std::unique_ptr<btTypedConstraint> constraint;
  const btRigidBody* a = nullptr;
  const btRigidBody* b = nullptr;  ///< null: the world
  btVector3 p_A, p_B;              ///< what it holds together, in the bodies' frames
  btVector3 axis_A, axis_B;        ///< of a hinge; else zero

  double gap() const;           ///< of the points [m]
  double misalignment() const;  ///< of the axes: the sine of the angle between them
};

/// A random small mechanism: shapes, layers, laws, friction, masses of 10 g to 100 kg, who casts,
/// rate, gravity or none, the plugin's integration. The same seed makes the same machine.
class Machine {
 public:
  Machine(MachineKind kind, MachineScope scope, unsigned seed);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void step();
  int steps() const { return static_cast<int>(0.2 / dt); }
  /// All that was drawn, for messages.
  const std::string& description() const { return description_; }

  MachineKind kind;
  MachineScope scope;
  double dt = 0;  ///< [s]
  bullet::PluginSettings settings;
  ContactSettings contact;      ///< of all pairs
  bool has_open_shell = false;  ///< among the bodies
  bool has_gravity = false;
  bool is_isotropic = false;  ///< all inertias
  std::unique_ptr<TestWorld> world;
  std::vector<btRigidBody*> bodies;  ///< those that forces move
  std::vector<MachineJoint> joints;
  Eigen::Vector3d driven_centre = Eigen::Vector3d::Zero();    ///< where it starts [m]
  Eigen::Vector3d driven_velocity = Eigen::Vector3d::Zero();  ///< of the paddle [m/s]
  Eigen::Vector3d driven_spin = Eigen::Vector3d::Zero();      ///< of the turntable [rad/s]

 private:
  int pick(int count);
  double between(double low, double high);
  double decades(double low, double high);  ///< evenly in its logarithm
  Eigen::Vector3d vector();
  void draw_plugin();
  void draw_contact();
  NormalLaw draw_law();
  Layer draw_layer();
  void add_free_bodies(int count);
  void join(int count);
  void add_joint(btRigidBody& body, btRigidBody* other, const Eigen::Vector3d& p_W,
                 const Eigen::Vector3d& axis_W);
  void add_driven();
  void tie();
  void set_contacts();

  std::mt19937 random_;
  std::string description_;
  btRigidBody* driven_ = nullptr;
  btTransform driven_pose_;
};

}  // namespace condyle::test
