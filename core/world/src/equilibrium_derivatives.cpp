#include "condyle/world/equilibrium_derivatives.h"

#include <fmt/core.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "core/src/solver/body_blocks.h"
#include "core/world/src/equilibrium_rows.h"
#include "core/world/src/equilibrium_trial.h"

namespace condyle {
namespace {

using Kind = EquilibriumParameter::Kind;
using Eigen::Vector3d;

/// A held coordinate of a joint.
struct HeldCoordinate {
  int joint = 0;
  std::size_t axis = 0;
};

void turn_or_shift(Pose& X, int component, double amount, bool in_own_frame) {
  const Vector3d axis = Vector3d::Unit(component % 3);
  if (component >= 3) {
    X.translation() += amount * (in_own_frame ? Vector3d(X.linear() * axis) : axis);
    return;
  }
  const Eigen::Matrix3d R = Eigen::AngleAxisd(amount, axis).toRotationMatrix();
  X.linear() = in_own_frame ? Eigen::Matrix3d(X.linear() * R) : Eigen::Matrix3d(R * X.linear());
}

std::shared_ptr<const ContactSurface> with_factor(const ContactSurface& surface, Kind kind,
                                                  double factor) {
  std::vector<Layer> layers;
  const int count = surface.has_uniform_layer() ? 1 : surface.triangle_count();
  for (int t = 0; t < count; ++t) {
    Layer layer = surface.layer(t);
    (kind == Kind::modulus ? layer.elastic_modulus : layer.thickness) *= factor;
    layers.push_back(layer);
  }
  return std::make_shared<ContactSurface>(count == 1 ? with_layer(surface, layers[0])
                                                     : with_layers(surface, layers));
}

constexpr double k_rank = 1e-7;  ///< what is below this part of the largest pivot is 0

Eigen::Index rank_of(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return 0;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors;
  factors.setThreshold(k_rank);
  factors.compute(matrix);
  return factors.rank();
}

class Differentiation {
 public:
  Differentiation(EquilibriumState& state, std::span<const EquilibriumParameter> parameters,
                  const DerivativeSettings& settings)
      : state_(state),
        parameters_(parameters),
        settings_(settings),
        evaluation_(state, settings.peak_power) {
    for (int b = 0; b < state.engine.count(); ++b) {
      const EquilibriumBody& body = state.engine.bodies[static_cast<std::size_t>(b)];
      if (body.is_free()) free_.push_back(b);
      radius_ = std::max(radius_, body.radius);
    }
    for (std::size_t j = 0; j < state.joints.size(); ++j)
      for (std::size_t axis = 0; axis < 6; ++axis)
        if (holds(state.joints[j], axis)) held_.push_back({static_cast<int>(j), axis});
  }

  EquilibriumDerivatives run();

 private:
  static bool holds(const HeldJoint& held, std::size_t axis) {
    constexpr double k_nearly_all = 1 - 1e-9;
    return held.joint.held[axis] && std::abs(held.force[static_cast<Eigen::Index>(axis)]) <
                                        k_nearly_all * held.joint.most[axis];
  }
  double size_of(int component) const { return component < 3 ? 1 : radius_; }
  void apply(const EquilibriumParameter& parameter, double amount, EquilibriumTrial& trial) const;
  double amount_of(const EquilibriumParameter& parameter) const;
  template <class Apply>
  TrialForces difference(double amount, const Apply& apply);
  SessionCollider& collider(int id) const { return state_.session.known_collider({id}); }
  void require_parameter(const EquilibriumParameter& parameter) const;
  Eigen::VectorXd on_free(const Eigen::VectorXd& on_bodies) const;
  void differentiate_by_poses();
  void add_held_coordinates();
  void differentiate_by_parameters();
  Eigen::MatrixXd solve(int& neutral_motions) const;
  EquilibriumDerivatives derivatives_by(const Eigen::MatrixXd& solved);

  EquilibriumState& state_;
  std::span<const EquilibriumParameter> parameters_;
  const DerivativeSettings& settings_;
  TrialEvaluation evaluation_;
  std::vector<int> free_;
  std::vector<HeldCoordinate> held_;
  double radius_ = 0;
  Eigen::Index poses_ = 0, rows_ = 0;  ///< unknowns: of the free bodies, and forces that hold
  Eigen::MatrixXd matrix_, right_;     ///< of the system that the implicit function solves
  std::vector<TrialForces> by_pose_, by_parameter_;
};

void Differentiation::require_parameter(const EquilibriumParameter& parameter) const {
  const auto refuse = [&](const char* what) {
    throw InputError(fmt::format("Derivative by {} {}, component {}: there is none", what,
                                 parameter.number, parameter.component));
  };
  const int components = parameter.kind == Kind::placement || parameter.kind == Kind::load ||
                                 parameter.kind == Kind::held_coordinate
                             ? 6
                             : 1;
  if (parameter.component < 0 || parameter.component >= components) refuse("parameter");
  switch (parameter.kind) {
    case Kind::modulus:
    case Kind::thickness:
    case Kind::placement:
      collider(parameter.number);
      return;
    case Kind::slack_length:
    case Kind::stiffness:
      state_.session.known_strand({parameter.number});
      return;
    case Kind::load:
      if (parameter.number < 0 || parameter.number >= static_cast<int>(state_.loads.size()))
        refuse("load");
      return;
    case Kind::held_coordinate:
      if (std::ranges::none_of(held_, [&](const HeldCoordinate& held) {
            return held.joint == parameter.number &&
                   static_cast<int>(held.axis) == parameter.component;
          }))
        refuse("held coordinate of joint");
      return;
  }
}

/// The amount of the parameter over which a difference is taken to each side.
double Differentiation::amount_of(const EquilibriumParameter& parameter) const {
  switch (parameter.kind) {
    case Kind::placement:
      return settings_.step * size_of(parameter.component);
    case Kind::slack_length:
      return settings_.step *
             state_.session.known_strand({parameter.number}).linearised.strand.slack_length;
    case Kind::load:
      return settings_.step * std::max(state_.report.load, 1e-9) *
             (parameter.component < 3 ? radius_ : 1);
    default:
      return settings_.step;
  }
}

void Differentiation::apply(const EquilibriumParameter& parameter, double amount,
                            EquilibriumTrial& trial) const {
  const int number = parameter.number;
  switch (parameter.kind) {
    case Kind::modulus:
    case Kind::thickness:
      trial.surfaces[number] =
          with_factor(*collider(number).surface, parameter.kind, std::exp(amount));
      return;
    case Kind::placement: {
      Pose X_BS = collider(number).X_BS;
      turn_or_shift(X_BS, parameter.component, amount, true);
      trial.X_BS[number] = X_BS;
      return;
    }
    case Kind::slack_length:
    case Kind::stiffness: {
      ligament::Strand strand = state_.session.known_strand({number}).linearised.strand;
      if (parameter.kind == Kind::slack_length) strand.slack_length += amount;
      if (parameter.kind == Kind::stiffness) strand.linear_stiffness *= std::exp(amount);
      trial.strands[number] = strand;
      return;
    }
    case Kind::load: {
      PointLoad& load = trial.loads[static_cast<std::size_t>(number)];
      Vector3d& vector = parameter.component < 3 ? load.moment : load.force;
      vector[parameter.component % 3] += amount;
      return;
    }
    case Kind::held_coordinate:
      return;  // acts through its row alone
  }
}

template <class Apply>
TrialForces Differentiation::difference(double amount, const Apply& apply) {
  EquilibriumTrial more = evaluation_.here(), less = more;
  apply(more, amount);
  apply(less, -amount);
  TrialForces forces = evaluation_.evaluate(more);
  forces -= evaluation_.evaluate(less);
  forces /= 2 * amount;
  return forces;
}

Eigen::VectorXd Differentiation::on_free(const Eigen::VectorXd& on_bodies) const {
  Eigen::VectorXd chosen(6 * static_cast<Eigen::Index>(free_.size()));
  for (std::size_t i = 0; i < free_.size(); ++i)
    chosen.segment<6>(6 * static_cast<Eigen::Index>(i)) = on_bodies.segment<6>(6 * free_[i]);
  return chosen;
}

/// Fills the columns of the poses: how forces on the free bodies change with them.
void Differentiation::differentiate_by_poses() {
  for (Eigen::Index k = 0; k < poses_; ++k) {
    const int body = free_[static_cast<std::size_t>(k / 6)], component = static_cast<int>(k % 6);
    by_pose_.push_back(difference(
        settings_.step * size_of(component), [&](EquilibriumTrial& trial, double amount) {
          turn_or_shift(trial.poses[static_cast<std::size_t>(body)], component, amount, false);
        }));
    matrix_.col(k).head(poses_) = on_free(by_pose_.back().on_bodies);
  }
}

/// Fills the rows of held coordinates, and the columns of the forces that hold them.
void Differentiation::add_held_coordinates() {
  const BodyPoses here = state_.poses();
  for (Eigen::Index r = 0; r < rows_; ++r) {
    const auto& [joint, axis] = held_[static_cast<std::size_t>(r)];
    const CoordinateJoint& of = state_.joints[static_cast<std::size_t>(joint)].joint;
    const HeldAxis along = held_axis(of, axis, here);
    for (std::size_t i = 0; i < free_.size(); ++i) {
      Vector6 J = Vector6::Zero();
      if (free_[i] == of.body_a) J += along.J_a;
      if (free_[i] == of.body_b) J += along.J_b;
      matrix_.block(poses_ + r, 6 * static_cast<Eigen::Index>(i), 1, 6) = J.transpose();
      matrix_.block(6 * static_cast<Eigen::Index>(i), poses_ + r, 6, 1) = J;
    }
  }
}

/// Fills the right sides: how forces on the free bodies, and values of held coordinates, change
/// with the parameters.
void Differentiation::differentiate_by_parameters() {
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    const EquilibriumParameter& parameter = parameters_[p];
    const auto column = static_cast<Eigen::Index>(p);
    by_parameter_.push_back(difference(
        amount_of(parameter),
        [&](EquilibriumTrial& trial, double amount) { apply(parameter, amount, trial); }));
    right_.col(column).head(poses_) = -on_free(by_parameter_.back().on_bodies);
    for (Eigen::Index r = 0; r < rows_; ++r) {
      const HeldCoordinate& held = held_[static_cast<std::size_t>(r)];
      if (parameter.kind == Kind::held_coordinate && held.joint == parameter.number &&
          static_cast<int>(held.axis) == parameter.component)
        right_(poses_ + r, column) = 1;
    }
  }
}

/// How poses and holding forces change with the parameters. The matrix is solved without units:
/// turns times the radius, forces over the largest one.
Eigen::MatrixXd Differentiation::solve(int& neutral_motions) const {
  const double force = std::max(state_.report.load, 1e-9) / radius_;
  Eigen::VectorXd unit = Eigen::VectorXd::Ones(poses_ + rows_);
  for (Eigen::Index k = 0; k < poses_; ++k)
    if (k % 6 < 3) unit[k] = 1 / radius_;
  Eigen::VectorXd left_unit = unit;
  left_unit.head(poses_) /= force;
  for (Eigen::Index r = 0; r < rows_; ++r) {
    const bool is_turn = held_[static_cast<std::size_t>(r)].axis < 3;
    left_unit[poses_ + r] = is_turn ? radius_ : 1;
    unit[poses_ + r] = is_turn ? force * radius_ : force;
  }
  const Eigen::MatrixXd scaled = left_unit.asDiagonal() * matrix_ * unit.asDiagonal();
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(k_rank);
  factors.compute(scaled);
  // Without the ways in which only forces of redundant rows differ.
  neutral_motions = static_cast<int>(poses_ - factors.rank() + rank_of(scaled.rightCols(rows_)));
  return unit.asDiagonal() * factors.solve(Eigen::MatrixXd(left_unit.asDiagonal() * right_));
}

/// Forces at the poses that follow the parameters: those by the parameters themselves, and those by
/// the poses.
EquilibriumDerivatives Differentiation::derivatives_by(const Eigen::MatrixXd& solved) {
  const TrialForces& now = evaluation_.at_equilibrium();
  const auto count = static_cast<Eigen::Index>(parameters_.size());
  EquilibriumDerivatives result;
  result.present_soft_peaks = now.soft_peaks;
  result.poses.setZero(6 * state_.engine.count(), count);
  result.pair_forces.resize(now.pair_forces.size(), count);
  result.soft_peaks.resize(now.soft_peaks.size(), count);
  result.tensions.resize(now.tensions.size(), count);
  result.joint_forces.setZero(6 * static_cast<Eigen::Index>(state_.joints.size()), count);
  for (Eigen::Index p = 0; p < count; ++p) {
    TrialForces total = by_parameter_[static_cast<std::size_t>(p)];
    for (Eigen::Index k = 0; k < poses_; ++k) {
      const double by = solved(k, p);
      result.poses(6 * free_[static_cast<std::size_t>(k / 6)] + k % 6, p) = by;
      const TrialForces& of = by_pose_[static_cast<std::size_t>(k)];
      total.pair_forces += by * of.pair_forces;
      total.soft_peaks += by * of.soft_peaks;
      total.tensions += by * of.tensions;
    }
    for (Eigen::Index r = 0; r < rows_; ++r) {
      const auto& [joint, axis] = held_[static_cast<std::size_t>(r)];
      result.joint_forces(6 * joint + static_cast<Eigen::Index>(axis), p) = solved(poses_ + r, p);
    }
    result.pair_forces.col(p) = total.pair_forces;
    result.soft_peaks.col(p) = total.soft_peaks;
    result.tensions.col(p) = total.tensions;
  }
  return result;
}

EquilibriumDerivatives Differentiation::run() {
  for (const EquilibriumParameter& parameter : parameters_) require_parameter(parameter);
  poses_ = 6 * static_cast<Eigen::Index>(free_.size());
  rows_ = static_cast<Eigen::Index>(held_.size());
  matrix_.setZero(poses_ + rows_, poses_ + rows_);
  right_.setZero(poses_ + rows_, static_cast<Eigen::Index>(parameters_.size()));
  differentiate_by_poses();
  add_held_coordinates();
  differentiate_by_parameters();
  int neutral_motions = 0;
  EquilibriumDerivatives result = derivatives_by(solve(neutral_motions));
  result.neutral_motions = neutral_motions;
  return result;
}

}  // namespace

EquilibriumDerivatives differentiate(const Equilibrium& equilibrium,
                                     std::span<const EquilibriumParameter> parameters,
                                     const DerivativeSettings& settings) {
  if (!(settings.step > 0 && settings.step < 0.1) || !(settings.peak_power >= 1))
    throw InputError("Settings of derivatives: need 0 < step < 0.1 and peak_power >= 1");
  EquilibriumState& state = EquilibriumState::of(equilibrium);
  if (!state.is_solved)
    throw InputError("Derivatives of an equilibrium: solve it first, and change nothing after");
  return Differentiation(state, parameters, settings).run();
}

}  // namespace condyle
