#include <fmt/format.h>

#include <array>

#include "condyle/error.h"
#include "condyle/opensim/osim_motion.h"
#include "core/opensim/src/osim_joint.h"

namespace condyle::opensim {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Collects the arguments of an axis from all coordinates.
class Arguments {
 public:
  Arguments(const std::vector<int>& coordinates, std::span<const double> all) {
    if (coordinates.size() > few_.size()) many_.resize(coordinates.size());
    double* const to = many_.empty() ? few_.data() : many_.data();
    for (std::size_t i = 0; i < coordinates.size(); ++i) to[i] = all[coordinates[i]];
    view_ = {to, coordinates.size()};
  }
  std::span<const double> get() const { return view_; }

 private:
  std::array<double, 6> few_{};
  std::vector<double> many_;
  std::span<const double> view_;
};

double rate_of(const CoordinateFunction& function, const std::vector<int>& coordinates,
               std::span<const double> q, std::span<const double> u) {
  if (function.is_constant()) return 0;
  const Arguments arguments(coordinates, q);
  double rate = 0;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    rate += function.slope(arguments.get(), static_cast<int>(i)) * u[coordinates[i]];
  }
  return rate;
}

Matrix3d rotation_about(const OsimAxis& axis, std::span<const double> q) {
  return Eigen::AngleAxisd(value_of(axis.function, axis.coordinates, q), axis.axis)
      .toRotationMatrix();
}

/// Angular velocity of M in F, in the frame F, from speeds about its three axes. The axes turn with
/// the rotations before them if the speeds are the rates of the angles; otherwise they are x, y and
/// z of F itself.
Vector3d angular_velocity(const OsimJoint& joint, const OsimState& state, bool axes_turn) {
  Vector3d w_FM_F = Vector3d::Zero();
  Matrix3d turned = Matrix3d::Identity();
  for (std::size_t i = 0; i < 3; ++i) {
    const OsimAxis& axis = joint.axes[i];
    const double rate = rate_of(axis.function, axis.coordinates, state.q, state.u);
    w_FM_F += rate * (turned * axis.axis);
    if (axes_turn) turned *= rotation_about(axis, state.q);
  }
  return w_FM_F;
}

/// Velocity at point q of a body that moves with V at point p.
Twist shifted(const Twist& V, const Vector3d& p, const Vector3d& q) {
  return {V.angular, V.linear + V.angular.cross(q - p)};
}

/// Pose of M in F for a joint.
Pose joint_pose(const OsimJoint& joint, std::span<const double> q) {
  Pose X_FM = Pose::Identity();
  X_FM.linear() = rotation_about(joint.axes[0], q) * rotation_about(joint.axes[1], q) *
                  rotation_about(joint.axes[2], q);
  for (std::size_t i = 3; i < 6; ++i) {
    const OsimAxis& axis = joint.axes[i];
    X_FM.translation() += value_of(axis.function, axis.coordinates, q) * axis.axis;
  }
  return X_FM;
}

/// Velocity of M in F at the origin of M, in the frame F.
Twist joint_velocity(const OsimJoint& joint, const OsimState& state) {
  Twist V_FM_F;
  V_FM_F.angular = angular_velocity(joint, state, !joint.angular_velocity_speeds);
  for (std::size_t i = 3; i < 6; ++i) {
    const OsimAxis& axis = joint.axes[i];
    V_FM_F.linear += rate_of(axis.function, axis.coordinates, state.q, state.u) * axis.axis;
  }
  return V_FM_F;
}

}  // namespace

double value_of(const CoordinateFunction& function, const std::vector<int>& coordinates,
                std::span<const double> q) {
  return function.value(Arguments(coordinates, q).get());
}

void speeds_from_rates(const OsimJoint& joint, OsimState& state) {
  if (!joint.angular_velocity_speeds) return;
  const Vector3d w_FM_F = angular_velocity(joint, state, true);
  for (int i = 0; i < 3; ++i) state.u[joint.axes[i].coordinates.front()] = w_FM_F[i];
}

Pose pose_of(const OsimFrame& frame, const OsimBodies& bodies) {
  return bodies.X_GB[frame.body] * frame.X_BF;
}

Twist velocity_of(const OsimFrame& frame, const OsimBodies& bodies) {
  const Pose& X_GB = bodies.X_GB[frame.body];
  return shifted(bodies.V_GB_G[frame.body], X_GB.translation(), X_GB * frame.X_BF.translation());
}

OsimKinematics::OsimKinematics(const OsimModel& model)
    : model_(&model), driven_(model.coordinates.size(), false) {
  order_joints();
  order_couplers();
}

/// Orders the joints from the ground outward, and in the order of the file at each body. A joint
/// between two bodies that are already placed closes a loop.
void OsimKinematics::order_joints() {
  const auto body_of = [&](int frame) { return model_->frames[frame].body; };
  std::vector<std::vector<int>> joints_of(model_->bodies.size());
  for (std::size_t j = 0; j < model_->joints.size(); ++j) {
    const OsimJoint& joint = model_->joints[j];
    joints_of[body_of(joint.parent_frame)].push_back(static_cast<int>(j));
    joints_of[body_of(joint.child_frame)].push_back(static_cast<int>(j));
  }
  std::vector<bool> placed(model_->bodies.size(), false), used(model_->joints.size(), false);
  std::vector<int> reached = {0};
  placed[0] = true;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    for (const int j : joints_of[reached[next]]) {
      if (used[j]) continue;
      used[j] = true;
      const int parent = body_of(model_->joints[j].parent_frame);
      const int child = body_of(model_->joints[j].child_frame);
      if (placed[parent] && placed[child]) {
        report_.add("joint that closes a loop", "not enforced; its coordinates move nothing");
        continue;
      }
      const bool outward = placed[parent];
      steps_.push_back({j, outward});
      placed[outward ? child : parent] = true;
      reached.push_back(outward ? child : parent);
    }
  }
  for (std::size_t b = 0; b < placed.size(); ++b) {
    if (!placed[b]) {
      report_.add("body without a joint to the ground", "it stays at the ground's origin");
    }
  }
}

/// Orders the couplers so that each comes after those that drive its independent coordinates.
void OsimKinematics::order_couplers() {
  const auto& couplers = model_->couplers;
  for (const OsimCoupler& coupler : couplers) {
    if (driven_[coupler.dependent]) {
      throw InputError(fmt::format(
          "{}: the coordinate '{}' is driven by two couplers, '{}' is the "
          "second; remove one",
          model_->file.string(), model_->coordinates[coupler.dependent].name, coupler.name));
    }
    driven_[coupler.dependent] = true;
  }
  std::vector<std::vector<int>> users(driven_.size());  // couplers that depend on a coordinate
  std::vector<std::size_t> waits(couplers.size(), 0);
  for (std::size_t k = 0; k < couplers.size(); ++k) {
    for (const int c : couplers[k].independent) {
      if (!driven_[c]) continue;
      users[c].push_back(static_cast<int>(k));
      ++waits[k];
    }
    if (waits[k] == 0) couplers_.push_back(static_cast<int>(k));
  }
  for (std::size_t next = 0; next < couplers_.size(); ++next) {
    for (const int k : users[couplers[couplers_[next]].dependent]) {
      if (--waits[k] == 0) couplers_.push_back(k);
    }
  }
  for (std::size_t k = 0; k < couplers.size(); ++k) {
    if (waits[k] == 0) continue;
    throw InputError(fmt::format(
        "{}: the coupler '{}' depends on its own coordinate '{}' in a "
        "circle; remove a coupler of it",
        model_->file.string(), couplers[k].name, model_->coordinates[couplers[k].dependent].name));
  }
}

void OsimKinematics::apply_couplers(OsimState& state) const {
  for (const int k : couplers_) {
    const OsimCoupler& coupler = model_->couplers[k];
    const double value = value_of(coupler.function, coupler.independent, state.q);
    const double rate = rate_of(coupler.function, coupler.independent, state.q, state.u);
    state.q[coupler.dependent] = value;
    state.u[coupler.dependent] = rate;
  }
}

void OsimKinematics::evaluate(const OsimState& state, OsimBodies& bodies) const {
  bodies.X_GB.assign(model_->bodies.size(), Pose::Identity());
  bodies.V_GB_G.assign(model_->bodies.size(), Twist{});
  for (const Step& step : steps_) {
    const OsimJoint& joint = model_->joints[step.joint];
    const OsimFrame& F = model_->frames[joint.parent_frame];
    const OsimFrame& M = model_->frames[joint.child_frame];
    const Pose X_FM = joint_pose(joint, state.q);
    const Twist V_FM_F = joint_velocity(joint, state);
    const OsimFrame& from = step.outward ? F : M;
    const OsimFrame& to = step.outward ? M : F;
    const Pose X_G_from = pose_of(from, bodies);
    const Pose X_G_to = X_G_from * (step.outward ? X_FM : X_FM.inverse());
    const Matrix3d R_GF = (step.outward ? X_G_from : X_G_to).linear();

    // M moves in F as the joint defines it; F moves in M with the opposite velocity at the origin
    // of M.
    const Vector3d p_GM = (step.outward ? X_G_to : X_G_from).translation();
    const double sign = step.outward ? 1 : -1;
    Twist V = shifted(velocity_of(from, bodies), X_G_from.translation(), p_GM);
    V.angular += sign * (R_GF * V_FM_F.angular);
    V.linear += sign * (R_GF * V_FM_F.linear);

    const Pose X_GB = X_G_to * to.X_BF.inverse();
    bodies.X_GB[to.body] = X_GB;
    bodies.V_GB_G[to.body] = shifted(V, p_GM, X_GB.translation());
  }
}

}  // namespace condyle::opensim
