#pragma once

#include <mujoco/mujoco.h>

#include <Eigen/Core>
#include <map>
#include <memory>
#include <vector>

#include "condyle/pose.h"
#include "core/src/contact/linearised/step_motion.h"

namespace condyle::mujoco {

/// Pose in a body's frame, as StepBodies has it, of what MuJoCo places in its own.
Pose pose_in_body(const mjModel& model, int body, const mjtNum* position, const mjtNum* quaternion);

/// The bodies of a model in a step: where they are, and where velocities lead them. A body's frame
/// has the axes of MuJoCo's body, and its origin in the centre of mass.
class StepBodies {
 public:
  StepBodies(const mjModel& model, const mjData& data);

  /// Begins a step where the bodies are, with the model's time step. Call when MuJoCo has found
  /// where they are.
  void begin();

  /// Sets the velocity of a mocap body over the next steps; its origin's, world frame.
  void give(int mocap_body, const Twist& velocity);
  /// Moves those mocap bodies of `data` for a `time` [s].
  void move_given(double time, mjData& data) const;

  /// Finds where the generalised velocities v lead the bodies in the step.
  void lead(const Eigen::VectorXd& v);

  /// Where the last lead() led.
  const Eigen::VectorXd& led_by() const { return v_; }
  Pose led_pose(int body) const;
  /// The motion of a body from the start of the step: to there, or none, at the velocity of lead().
  StepMotion motion(int body, bool is_led) const;

  Pose start_pose(int body) const;  ///< where MuJoCo shows it too
  /// Velocity of the centre of mass at the start of the step, world frame, by generalised ones; of
  /// bodies fixed to a mocap body, what was given.
  Twist twist(int body, const Eigen::VectorXd& v) const;
  /// The change of that velocity by a change of the generalised ones.
  Twist change(int body, const Eigen::VectorXd& of_v) const;
  /// Velocity (angular, linear) of the centre of mass at the start of the step by generalised ones.
  const Eigen::Matrix<double, 6, Eigen::Dynamic>& jacobian(int body) const;
  /// The velocity given to the mocap body to which the body is fixed; 0 for all others.
  Twist given_twist(int body) const;

  /// Where a body is by the present coordinates, whatever MuJoCo has computed from them.
  Pose present_pose(int body) const;
  Twist present_twist(int body) const;

  /// Mocap bodies are welded to the world in version 2, and to themselves in later ones.
  bool is_moved(int body) const { return model_.body_dofnum[model_.body_weldid[body]] > 0; }
  double time_step() const { return model_.opt.timestep; }

 private:
  struct FreeData {
    void operator()(mjData* data) const { mj_deleteData(data); }
  };
  int mocap_body_of(int body) const;
  void find_poses(double time) const;

  const mjModel& model_;
  const mjData& data_;
  std::unique_ptr<mjData, FreeData> led_;  ///< kinematics where velocities lead
  Eigen::VectorXd start_;                  ///< coordinates at the start of the step
  Eigen::VectorXd v_;
  std::map<int, Twist> given_;                                               ///< by mocap body
  mutable std::vector<Eigen::Matrix<double, 6, Eigen::Dynamic>> jacobians_;  ///< empty: not yet
};

}  // namespace condyle::mujoco
