#pragma once

#include <span>
#include <vector>

#include "condyle/model/model_report.h"
#include "condyle/model/osim_model.h"
#include "condyle/pose.h"

namespace condyle {

/// Values and speeds of all coordinates of a model, in its order.
struct OsimState {
  std::vector<double> q;  ///< [rad or m]
  std::vector<double> u;  ///< [rad/s or m/s]
  /// u holds the rates of q also where OpenSim's speeds are an angular velocity (BallJoint,
  /// FreeJoint).
  bool speeds_are_rates = false;
};

/// Where the bodies of a model are and how they move, ground G first.
struct OsimBodies {
  std::vector<Pose> X_GB;
  std::vector<Twist> V_GB_G;  ///< of B in G, at B's origin, expressed in G
};

/// Poses and velocities of an OpenSim model from its coordinates, as Simbody's mobilisers define
/// them: the child frame of a joint is turned about its three axes in their order and then shifted
/// along the parent frame's. Needs the model to outlive it. Safe to use from several threads.
class OsimKinematics {
 public:
  /// Orders joints from the ground outward. Throws InputError where couplers depend on one another
  /// in a circle, or two drive one coordinate.
  explicit OsimKinematics(const OsimModel& model);

  /// Sets coordinates that couplers drive, with their speeds.
  void apply_couplers(OsimState& state) const;

  /// Preconditions: q and u are as long as the model's coordinates. Couplers are not applied.
  void evaluate(const OsimState& state, OsimBodies& bodies) const;

  /// Whether a coupler sets the coordinate.
  bool is_driven(int coordinate) const { return driven_[static_cast<std::size_t>(coordinate)]; }

  /// Joints that close a loop and bodies that no joint ties to the ground.
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

/// Pose of a frame of the model in the ground, and its velocity at its origin.
Pose pose_of(const OsimFrame& frame, const OsimBodies& bodies);
Twist velocity_of(const OsimFrame& frame, const OsimBodies& bodies);

/// Pose of M in F that a joint gives.
Pose joint_pose(const OsimJoint& joint, std::span<const double> q);
/// Velocity of M in F, at M's origin, expressed in F.
Twist joint_velocity(const OsimJoint& joint, const OsimState& state);

}  // namespace condyle
