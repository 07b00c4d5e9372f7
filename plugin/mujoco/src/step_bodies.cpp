#include "plugin/mujoco/src/step_bodies.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "plugin/mujoco/src/mujoco_version.h"

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

/// MuJoCo turns bodies about their own axes.
Vector3d rotation_vector_in_body(const mjtNum* quaternion, const Vector3d& vector_W) {
  Vector3d result;
  mjtNum inverse[4];
  mju_negQuat(inverse, quaternion);
  mju_rotVecQuat(result.data(), vector_W.data(), inverse);
  return result;
}

}  // namespace

Pose pose_in_body(const mjModel& model, int body, const mjtNum* position,
                  const mjtNum* quaternion) {
  Pose X = Pose::Identity();
  X.linear() = Eigen::Quaterniond(quaternion[0], quaternion[1], quaternion[2], quaternion[3])
                   .normalized()
                   .toRotationMatrix();
  X.translation() =
      Eigen::Map<const Vector3d>(position) - Eigen::Map<const Vector3d>(model.body_ipos + 3 * body);
  return X;
}

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
  mju_copy(led_->qpos, start_.data(), int_of(model_.nq));
  mj_integratePos(&model_, led_->qpos, v_.data(), model_.opt.timestep);
  find_poses(model_.opt.timestep);
}

/// Where bodies are `time` after the start of the step, by the coordinates in led_.
void StepBodies::find_poses(double time) const {
  mju_copy(led_->mocap_pos, data_.mocap_pos, 3 * int_of(model_.nmocap));
  mju_copy(led_->mocap_quat, data_.mocap_quat, 4 * int_of(model_.nmocap));
  move_given(time, *led_);
  mj_kinematics(&model_, led_.get());
}

void StepBodies::move_given(double time, mjData& data) const {
  for (const auto& [body, velocity] : given_) {
    const int mocap = model_.body_mocapid[body];
    mju_addToScl3(data.mocap_pos + 3 * mocap, velocity.linear.data(), time);
    const Vector3d turn = rotation_vector_in_body(data.mocap_quat + 4 * mocap, velocity.angular);
    mju_quatIntegrate(data.mocap_quat + 4 * mocap, turn.data(), time);
  }
}

void StepBodies::give(int mocap_body, const Twist& velocity) { given_[mocap_body] = velocity; }

int StepBodies::mocap_body_of(int body) const {
  while (body > 0 && model_.body_mocapid[body] < 0) body = model_.body_parentid[body];
  return body;
}

Twist StepBodies::given_twist(int body) const {
  const auto given = given_.find(is_moved(body) ? 0 : mocap_body_of(body));
  if (given == given_.end()) return {};
  const auto [origin, velocity] = *given;
  const Vector3d arm =
      start_pose(body).translation() - Eigen::Map<const Vector3d>(data_.xpos + 3 * origin);
  return {velocity.angular, velocity.linear + velocity.angular.cross(arm)};
}

Pose StepBodies::led_pose(int body) const { return pose_in(*led_, body); }
Pose StepBodies::start_pose(int body) const { return pose_in(data_, body); }

Pose StepBodies::present_pose(int body) const {
  mju_copy(led_->qpos, data_.qpos, int_of(model_.nq));
  find_poses(0);
  return led_pose(body);
}

Twist StepBodies::present_twist(int body) const {
  present_pose(body);
  mj_comPos(&model_, led_.get());
  RowJacobian linear(3, model_.nv), angular(3, model_.nv);
  mj_jacBodyCom(&model_, led_.get(), linear.data(), angular.data(), body);
  const Eigen::Map<const Eigen::VectorXd> v(data_.qvel, model_.nv);
  return {angular * v, linear * v};
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
  return is_moved(body) ? change(body, v) : given_twist(body);
}

Twist StepBodies::change(int body, const Eigen::VectorXd& of_v) const {
  if (!is_moved(body)) return {};
  const Vector6 moving = jacobian(body) * of_v;
  return {moving.head<3>(), moving.tail<3>()};
}

const Eigen::Matrix<double, 6, Eigen::Dynamic>& StepBodies::jacobian(int body) const {
  auto& jacobian = jacobians_[static_cast<std::size_t>(body)];
  if (jacobian.cols() > 0) return jacobian;
  RowJacobian linear(3, model_.nv), angular(3, model_.nv);
  mj_jacBodyCom(&model_, &data_, linear.data(), angular.data(), body);
  jacobian.resize(6, model_.nv);
  jacobian << angular, linear;
  return jacobian;
}

}  // namespace condyle::mujoco
