#include "plugin/mujoco/src/step_bodies.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace condyle::mujoco {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using RowMatrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
using RowJacobian = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor>;

Pose pose_in(const mjData& data, int body) {
  Pose X = Pose::Identity();
  X.linear() = Eigen::Map<const RowMatrix3>(data.xmat + 9 * body);
  X.translation() = Eigen::Map<const Vector3d>(data.xipos + 3 * body);
  return X;
}

}  // namespace

StepBodies::StepBodies(const mjModel& model, const mjData& data)
    : model_(model), data_(data), led_(mj_makeData(&model)), v_(model.nv) {
  v_.setZero();
}

void StepBodies::begin() {
  start_ = Eigen::Map<const Eigen::VectorXd>(data_.qpos, model_.nq);
  jacobians_.assign(static_cast<std::size_t>(model_.nbody), {});
}

void StepBodies::lead(const Eigen::VectorXd& v) {
  v_ = v;
  mju_copy(led_->qpos, start_.data(), model_.nq);
  mj_integratePos(&model_, led_->qpos, v_.data(), model_.opt.timestep);
  find_poses();
}

void StepBodies::find_poses() const {
  mju_copy(led_->mocap_pos, data_.mocap_pos, 3 * model_.nmocap);
  mju_copy(led_->mocap_quat, data_.mocap_quat, 4 * model_.nmocap);
  mj_kinematics(&model_, led_.get());
}

Pose StepBodies::led_pose(int body) const { return pose_in(*led_, body); }
Pose StepBodies::start_pose(int body) const { return pose_in(data_, body); }

Pose StepBodies::present_pose(int body) const {
  mju_copy(led_->qpos, data_.qpos, model_.nq);
  find_poses();
  return led_pose(body);
}

StepMotion StepBodies::motion(int body, bool is_led) const {
  StepMotion motion;
  const Pose start = start_pose(body);
  motion.p_W = start.translation();
  if (is_led) {
    const Pose end = led_pose(body);
    motion.shift = end.translation() - start.translation();
    motion.rotation = end.linear() * start.linear().transpose();
  }
  motion.velocity = twist(body, v_);
  motion.inverse_mass = is_moved(body) ? model_.body_invweight0[2 * body] : 0;
  return motion;
}

Twist StepBodies::twist(int body, const Eigen::VectorXd& v) const {
  auto& jacobian = jacobians_[static_cast<std::size_t>(body)];
  if (jacobian.cols() == 0) {
    RowJacobian linear(3, model_.nv), angular(3, model_.nv);
    mj_jacBodyCom(&model_, &data_, linear.data(), angular.data(), body);
    jacobian.resize(6, model_.nv);
    jacobian << angular, linear;
  }
  const Vector6 moving = jacobian * v;
  return {moving.head<3>(), moving.tail<3>()};
}

}  // namespace condyle::mujoco
