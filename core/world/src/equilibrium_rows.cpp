#include "core/world/src/equilibrium_rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "core/src/base/pose_inverse.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// By how much a step drives a coordinate at most [rad], or as a part of the radius.
constexpr double k_drive = 0.05;

double size_of(std::size_t axis, double radius) { return axis < 3 ? 1 : radius; }

double error_of(const HeldJoint& held, const JointCoordinates& now, std::size_t axis) {
  const double error = *held.joint.held[axis] - now[static_cast<Eigen::Index>(axis)];
  return axis < 3 ? std::remainder(error, 2 * std::numbers::pi) : error;
}

/// Throws SimulationError.
void require_regular(const HeldAxis& along, const CoordinateJoint& joint) {
  if (along.J_a.allFinite() && along.J_b.allFinite()) return;
  throw SimulationError(fmt::format(
      "Joint '{}': its second rotation is pi/2 or -pi/2, where the axes of the first and the third "
      "coincide and its coordinates cannot be held; turn its frames",
      joint.name));
}

}  // namespace

void set_loads(EquilibriumState& state) {
  for (EquilibriumBody& body : state.engine.bodies) body.load.setZero();
  for (const PointLoad& load : state.loads) {
    EquilibriumBody& body = state.engine.bodies[static_cast<std::size_t>(load.body)];
    const Eigen::Matrix3d R = state.pose_of(load.frame).linear();
    const Vector3d force = R * load.force, arm = body.X_WB.linear() * load.p_B;
    body.load.head<3>() += arm.cross(force) + R * load.moment;
    body.load.tail<3>() += force;
  }
}

HeldAxis held_axis(const CoordinateJoint& joint, std::size_t axis, const BodyPoses& poses) {
  const auto pose_of = [&](int body) {
    return body < 0 ? Pose(Pose::Identity()) : poses[static_cast<std::size_t>(body)];
  };
  const Pose X_WA = pose_of(joint.body_a), X_WB = pose_of(joint.body_b);
  const Pose X_WJ = X_WA * joint.X_AJ, X_WK = X_WB * joint.X_BK;
  const Vector6 rate = joint_coordinate_rates(inverse_of(X_WJ) * X_WK, joint.axes)
                           .row(static_cast<Eigen::Index>(axis))
                           .transpose();
  const Vector3d turn = X_WJ.linear() * rate.head<3>(), shift = X_WJ.linear() * rate.tail<3>();
  const Vector3d p_K = X_WK.translation();
  HeldAxis along;
  along.J_a << -turn - (p_K - X_WA.translation()).cross(shift), -shift;
  along.J_b << turn + (p_K - X_WB.translation()).cross(shift), shift;
  return along;
}

void HeldRows::set(EquilibriumState& state, double radius) {
  rows_.clear();
  axes_.clear();
  are_driven_ = false;
  const BodyPoses poses = state.poses();
  for (HeldJoint& held : state.joints) {
    const JointCoordinates now = joint_coordinates(state.pose_in(held.joint), held.joint.axes);
    held.force.setZero();
    for (std::size_t axis = 0; axis < 6; ++axis) {
      if (!held.joint.held[axis]) continue;
      const double error = error_of(held, now, axis), most = k_drive * size_of(axis, radius);
      are_driven_ = are_driven_ || std::abs(error) > 0.1 * most;
      const HeldAxis along = held_axis(held.joint, axis, poses);
      require_regular(along, held.joint);
      add(held, axis, std::clamp(error, -most, most), along);
    }
  }
}

void HeldRows::add(HeldJoint& held, std::size_t axis, double error, const HeldAxis& along) {
  constexpr double dt = EquilibriumBodies::k_step;
  JointRow row;
  row.body_a = held.joint.body_a;
  row.body_b = held.joint.body_b;
  row.J_a = along.J_a;
  row.J_b = along.J_b;
  row.velocity = error / dt;
  row.lower = -dt * held.joint.most[axis];
  row.upper = dt * held.joint.most[axis];
  rows_.push_back(row);
  axes_.emplace_back(&held, axis);
}

void HeldRows::read_forces() {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    axes_[i].first->force[static_cast<Eigen::Index>(axes_[i].second)] =
        rows_[i].impulse / EquilibriumBodies::k_step;
}

double held_error(const EquilibriumState& state, double radius) {
  constexpr double k_nearly_all = 1 - 1e-9;
  double largest = 0;
  for (const HeldJoint& held : state.joints) {
    const JointCoordinates now = joint_coordinates(state.pose_in(held.joint), held.joint.axes);
    for (std::size_t axis = 0; axis < 6; ++axis) {
      if (!held.joint.held[axis]) continue;
      const double force = std::abs(held.force[static_cast<Eigen::Index>(axis)]);
      if (force >= k_nearly_all * held.joint.most[axis]) continue;
      largest = std::max(largest, std::abs(error_of(held, now, axis)) / size_of(axis, radius));
    }
  }
  return largest;
}

}  // namespace condyle
