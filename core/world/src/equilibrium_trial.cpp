#include "core/world/src/equilibrium_trial.h"

#include <algorithm>
#include <cmath>

#include "core/src/base/pose_inverse.h"
#include "core/src/solver/body_blocks.h"
#include "core/world/src/equilibrium_rows.h"
#include "core/world/src/session_pair.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// (integral of p^(q+1) / integral of p)^(1/q) over the casting surface.
double soft_peak(const ContactPair& pair, double power) {
  const ContactResult& result = pair.result();
  const double peak = result.total.max_pressure;
  if (!(peak > 0)) return 0;
  const std::vector<double>& pressure = result.casting->pressure;
  const std::span<const double> areas = pair.casting().areas();
  double high = 0, sum = 0;
  for (const ProximityHit& hit : result.hits) {
    const auto t = static_cast<std::size_t>(hit.casting_triangle);
    const double force = areas[t] * pressure[t] / peak;
    sum += force;
    high += force * std::pow(pressure[t] / peak, power);
  }
  return sum > 0 ? peak * std::pow(high / sum, 1 / power) : 0;
}

/// A wrench about a point, as one about a body's origin.
Vector6 about(const Vector3d& origin, const Vector3d& point, const Vector3d& moment,
              const Vector3d& force) {
  Vector6 wrench;
  wrench << moment + (point - origin).cross(force), force;
  return wrench;
}

}  // namespace

TrialForces& TrialForces::operator-=(const TrialForces& other) {
  on_bodies -= other.on_bodies;
  pair_forces -= other.pair_forces;
  soft_peaks -= other.soft_peaks;
  tensions -= other.tensions;
  return *this;
}

TrialForces& TrialForces::operator/=(double by) {
  on_bodies /= by;
  pair_forces /= by;
  soft_peaks /= by;
  tensions /= by;
  return *this;
}

TrialEvaluation::TrialEvaluation(EquilibriumState& state, double peak_power)
    : state_(state), peak_power_(peak_power), poses_(state.poses()) {
  for (const PairReport& report : state.session.pairs()) {
    const std::shared_ptr<SessionPair> pair = report.source.pair.lock();
    pairs_.push_back({pair.get(),
                      ContactPair(pair->casting_collider.surface, pair->target_collider.surface,
                                  pair->pair.settings()),
                      {}});
    pairs_.back().pair.set_share(pair->pair.share());
  }
  for (const StrandReport& report : state.session.strands())
    strands_.push_back({&state.session.known_strand(report.id), {}});
  const EquilibriumTrial trial = here();
  for (Pair& pair : pairs_) pair.at_equilibrium = evaluate(pair, pair.pair, trial);
  for (StrandAt& strand : strands_) strand.at_equilibrium = evaluate(*strand.of, trial);
  base_ = evaluate(trial);
}

bool TrialEvaluation::has_moved(int body, const EquilibriumTrial& trial) const {
  const auto b = static_cast<std::size_t>(body);
  return trial.poses[b].matrix() != poses_[b].matrix();
}

bool TrialEvaluation::changes(const Pair& pair, const EquilibriumTrial& trial) const {
  const int casting = pair.of->casting.value, target = pair.of->target.value;
  const auto is_in = [&](const auto& map) { return map.contains(casting) || map.contains(target); };
  return has_moved(pair.of->casting_collider.body, trial) ||
         has_moved(pair.of->target_collider.body, trial) || is_in(trial.X_BS) ||
         is_in(trial.surfaces);
}

bool TrialEvaluation::changes(const SessionStrand& strand, const EquilibriumTrial& trial) const {
  return trial.strands.contains(strand.id.value) ||
         std::ranges::any_of(strand.bodies, [&](int body) { return has_moved(body, trial); });
}

TrialEvaluation::Part TrialEvaluation::evaluate(const Pair& pair, ContactPair& by,
                                                const EquilibriumTrial& trial) const {
  const auto place = [&](const SessionCollider& collider) {
    const auto changed = trial.X_BS.find(collider.id.value);
    const Pose& X_BS = changed == trial.X_BS.end() ? collider.X_BS : changed->second;
    return trial.poses[static_cast<std::size_t>(collider.body)] * X_BS;
  };
  const SessionCollider &casting = pair.of->casting_collider, &target = pair.of->target_collider;
  const Pose X_WC = place(casting), X_WT = place(target);
  const ContactResult& result = by.evaluate(inverse_of(X_WC) * X_WT);
  Part part;
  part.bodies = {casting.body, target.body};
  part.force = X_WC.linear() * result.F_casting_C.force;
  if (!pair.of->pair.settings().applies_force) part.force.setZero();
  const Vector3d moment = X_WC.linear() * result.F_casting_C.moment;
  for (const double sign : {1.0, -1.0}) {
    const int body = sign > 0 ? casting.body : target.body;
    part.forces.push_back(sign * about(trial.poses[static_cast<std::size_t>(body)].translation(),
                                       X_WC.translation(), moment, part.force));
  }
  part.soft_peak = soft_peak(by, peak_power_);
  return part;
}

TrialEvaluation::Part TrialEvaluation::evaluate(const SessionStrand& strand,
                                                const EquilibriumTrial& trial) const {
  Part part;
  if (!acts(strand)) return part;
  std::vector<Pose> X_WB;
  for (const int body : strand.bodies) X_WB.push_back(trial.poses[static_cast<std::size_t>(body)]);
  ligament::PathMemory memory = strand.memory;
  ligament::TracedPath traced;
  trace(strand.linearised.path, X_WB, {}, memory, traced);
  const auto changed = trial.strands.find(strand.id.value);
  ligament::StrandDamage damage = strand.damage;
  part.tension = ligament::evaluate(
                     changed == trial.strands.end() ? strand.linearised.strand : changed->second,
                     traced.length, 0, damage)
                     .total_force;
  for (const ligament::LengthGradient& gradient : traced.gradients) {
    Vector6 force;
    force << -part.tension * gradient.angular, -part.tension * gradient.linear;
    part.bodies.push_back(strand.bodies[static_cast<std::size_t>(gradient.body)]);
    part.forces.push_back(force);
  }
  return part;
}

void TrialEvaluation::add(const Part& part, Eigen::VectorXd& on_bodies) {
  for (std::size_t i = 0; i < part.bodies.size(); ++i)
    part_of(on_bodies, part.bodies[i]) += part.forces[i];
}

void TrialEvaluation::add_loads_and_joints(const EquilibriumTrial& trial,
                                           Eigen::VectorXd& on_bodies) const {
  for (const PointLoad& load : trial.loads) {
    const Pose& X_WB = trial.poses[static_cast<std::size_t>(load.body)];
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    if (load.frame >= 0) R = trial.poses[static_cast<std::size_t>(load.frame)].linear();
    const Vector3d p_W = X_WB * load.p_B;
    part_of(on_bodies, load.body) +=
        about(X_WB.translation(), p_W, R * load.moment, R * load.force);
  }
  for (const HeldJoint& held : state_.joints)
    for (std::size_t axis = 0; axis < 6; ++axis) {
      if (!held.joint.held[axis]) continue;
      const HeldAxis along = held_axis(held.joint, axis, trial.poses);
      const double force = held.force[static_cast<Eigen::Index>(axis)];
      if (held.joint.body_a >= 0) part_of(on_bodies, held.joint.body_a) += force * along.J_a;
      if (held.joint.body_b >= 0) part_of(on_bodies, held.joint.body_b) += force * along.J_b;
    }
}

TrialForces TrialEvaluation::evaluate(const EquilibriumTrial& trial) {
  TrialForces forces;
  forces.on_bodies.setZero(6 * static_cast<Eigen::Index>(trial.poses.size()));
  forces.pair_forces.setZero(3 * static_cast<Eigen::Index>(pairs_.size()));
  forces.soft_peaks.setZero(static_cast<Eigen::Index>(pairs_.size()));
  forces.tensions.setZero(static_cast<Eigen::Index>(strands_.size()));
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    Pair& pair = pairs_[p];
    Part part = pair.at_equilibrium;
    if (changes(pair, trial)) {
      const auto surface_of = [&](const SessionCollider& collider) {
        const auto changed = trial.surfaces.find(collider.id.value);
        return changed == trial.surfaces.end() ? collider.surface : changed->second;
      };
      if (trial.surfaces.empty()) {
        part = evaluate(pair, pair.pair, trial);
      } else {
        ContactPair other(surface_of(pair.of->casting_collider),
                          surface_of(pair.of->target_collider), pair.of->pair.settings());
        other.set_share(pair.of->pair.share());
        part = evaluate(pair, other, trial);
      }
    }
    add(part, forces.on_bodies);
    const auto at = static_cast<Eigen::Index>(p);
    forces.pair_forces.segment<3>(3 * at) = part.force;
    forces.soft_peaks[at] = part.soft_peak;
  }
  for (std::size_t s = 0; s < strands_.size(); ++s) {
    const StrandAt& strand = strands_[s];
    const Part part =
        changes(*strand.of, trial) ? evaluate(*strand.of, trial) : strand.at_equilibrium;
    add(part, forces.on_bodies);
    forces.tensions[static_cast<Eigen::Index>(s)] = part.tension;
  }
  add_loads_and_joints(trial, forces.on_bodies);
  return forces;
}

}  // namespace condyle
