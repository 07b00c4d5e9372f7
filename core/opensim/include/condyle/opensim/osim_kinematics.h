#pragma once

#include <cstddef>
#include <vector>

#include "condyle/opensim/osim_model.h"
#include "condyle/pose.h"

namespace condyle::opensim {

/// Values and speeds of all coordinates of a model, in the model's order.
struct OsimState {
  std::vector<double> q;  ///< [rad or m]
  /// [rad/s or m/s]; see OsimJoint::angular_velocity_speeds, otherwise the rates of q.
  std::vector<double> u;
};

/// Poses and velocities of the bodies of a model, starting with the ground G.
struct OsimBodies {
  std::vector<Pose> X_GB;
  std::vector<Twist> V_GB_G;  ///< velocity of B in G, at the origin of B, in the frame G
};

/// Poses and velocities of an OpenSim model from its coordinates, as Simbody's mobilizers define
/// them: the child frame of a joint is rotated about its three axes in order and then translated
/// along the axes of the parent frame. The model must outlive this object. Safe to use from several
/// threads.
class OsimKinematics {
 public:
  /// Orders the joints from the ground outward. Throws InputError if couplers depend on each other
  /// in a cycle or two couplers drive the same coordinate.
  explicit OsimKinematics(const OsimModel& model);

  /// Sets the values and speeds of the coordinates that couplers drive.
  void apply_couplers(OsimState& state) const;

  /// Computes the poses and velocities. Couplers are not applied. Preconditions: q and u have as
  /// many entries as the model has coordinates.
  void evaluate(const OsimState& state, OsimBodies& bodies) const;

  /// Whether a coupler sets the coordinate.
  bool is_driven(int coordinate) const { return driven_[static_cast<std::size_t>(coordinate)]; }

  /// Joints that close a loop, and bodies that no joint connects to the ground.
  const ModelReport& report() const { return report_; }

 private:
  void order_joints();
  void order_couplers();

  struct Step {
    int joint;
    bool outward;  ///< from the joint's parent to its child
  };

  const OsimModel* model_;
  std::vector<Step> steps_;
  std::vector<int> couplers_;
  std::vector<bool> driven_;
  ModelReport report_;
};

/// Pose of a frame of the model in the ground, and velocity of its origin.
Pose pose_of(const OsimFrame& frame, const OsimBodies& bodies);
Twist velocity_of(const OsimFrame& frame, const OsimBodies& bodies);

}  // namespace condyle::opensim
