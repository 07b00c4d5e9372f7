#include "core/src/solver/linearised_strand.h"

#include <algorithm>

#include "core/src/ligament/path_parts.h"
#include "core/src/solver/strand_slope.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Sets the poses and velocities of the bodies at the end of the step.
void move_bodies(LinearisedStrand& strand, std::span<const StepMotion* const> motions) {
  strand.X_WB.resize(motions.size());
  strand.V_WB_W.resize(motions.size());
  for (std::size_t i = 0; i < motions.size(); ++i) {
    strand.X_WB[i].linear().noalias() = motions[i]->rotation * strand.X_WB_start[i].linear();
    strand.X_WB[i].translation() = motions[i]->p_W + motions[i]->shift;
    strand.V_WB_W[i] = motions[i]->velocity;
  }
}

Vector3d common_shift_of(const LinearisedStrand& strand,
                         std::span<const StepMotion* const> motions) {
  Vector3d shift = Vector3d::Zero();
  for (std::size_t i = 0; i < motions.size(); ++i) shift += strand.share[i] * motions[i]->shift;
  return shift;
}

/// As of pairs: a body whose motion is given bears what the only other body leaves over.
bool have_moved_arms(std::span<const StepMotion* const> motions) {
  const auto has_mass = [](const StepMotion* motion) { return motion->inverse_mass > 0; };
  const auto has_moved = [](const StepMotion* motion) { return motion->has_moved_arms; };
  if (std::ranges::count_if(motions, has_mass) > 1) return std::ranges::any_of(motions, has_moved);
  return std::ranges::all_of(motions, has_moved);
}

void put_forces(LinearisedStrand& strand, std::span<const StepMotion* const> motions,
                const Vector3d& common_shift) {
  const double tension = strand.result.total_force;
  for (const ligament::LengthGradient& g : strand.traced.gradients) {
    const auto body = static_cast<std::size_t>(g.body);
    const Vector3d lever = lever_of(strand, *motions[body], common_shift);
    strand.forces.force[body].head<3>() = -tension * (g.angular + lever.cross(g.linear));
    strand.forces.force[body].tail<3>() = -tension * g.linear;
  }
}

bool is_straight(const ligament::StrandPath& path, std::size_t bodies) {
  return bodies == 2 && path.points.size() == 2 && path.obstacles.empty() &&
         path.points[0].body != path.points[1].body;
}

/// Replaces trace() for a path of two points, with values that a step has at hand.
void trace_straight(LinearisedStrand& strand, std::span<const StepMotion* const> motions) {
  ligament::TracedPath& traced = strand.traced;
  const StepMotion* motion[2];
  Vector3d arm[2], p_W[2];
  for (std::size_t i = 0; i < 2; ++i) {
    motion[i] = motions[traced.gradients[i].body];
    arm[i].noalias() = motion[i]->rotation * strand.arms[i];
    p_W[i] = motion[i]->p_W + motion[i]->shift + arm[i];
  }
  const Vector3d span = p_W[1] - p_W[0];
  const auto [length, e] = ligament::leg_length(span, strand.path.shortest_leg);
  traced.length = length;
  traced.lengthening_speed = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    ligament::LengthGradient& g = traced.gradients[i];
    g.linear = i == 0 ? Vector3d(-e) : e;
    g.angular = arm[i].cross(g.linear);
    traced.lengthening_speed +=
        g.angular.dot(motion[i]->velocity.angular) + g.linear.dot(motion[i]->velocity.linear);
  }
  traced.legs[0] = {p_W[0], p_W[1]};
}

/// Sets the arms at the start of the step and, the first time, the path that trace_straight()
/// updates.
void start_straight(LinearisedStrand& strand) {
  if (strand.traced.gradients.size() != 2)
    trace(strand.path, strand.X_WB_start, {}, strand.memory, strand.traced);
  for (std::size_t i = 0; i < 2; ++i) {
    const ligament::PathPoint& point = strand.path.points[i];
    strand.arms[i].noalias() = strand.X_WB_start[point.body].linear() * point.p_B;
  }
}

}  // namespace

void linearise(LinearisedStrand& strand) {
  const std::size_t count = strand.inverse_mass.size();
  strand.share.assign(count, 0);
  strand.forces.force.resize(count);
  strand.forces.slope.resize(count * count);
  strand.is_straight = is_straight(strand.path, count);
  if (strand.is_straight) {
    start_straight(strand);
    strand.share = strand.inverse_mass;
  } else {
    trace(strand.path, strand.X_WB_start, {}, strand.memory, strand.traced);
    for (const ligament::LengthGradient& g : strand.traced.gradients) {
      const auto body = static_cast<std::size_t>(g.body);
      strand.share[body] = strand.inverse_mass[body] * g.linear.squaredNorm();
    }
  }
  double sum = 0;
  for (const double share : strand.share) sum += share;
  for (double& share : strand.share) share = sum > 0 ? share / sum : 0;
}

void evaluate(LinearisedStrand& strand, std::span<const StepMotion* const> motions, double dt,
              Linearisation linearisation) {
  if (strand.is_straight) {
    trace_straight(strand, motions);
  } else {
    move_bodies(strand, motions);
    strand.memory_at_end = strand.memory;
    trace(strand.path, strand.X_WB, strand.V_WB_W, strand.memory_at_end, strand.traced);
  }
  strand.damage_at_end = strand.damage;
  strand.result = evaluate(strand.strand, strand.traced.length, strand.traced.lengthening_speed,
                           strand.damage_at_end);

  const bool pulls = strand.result.total_force > 0;
  for (Vector6& force : strand.forces.force) force.setZero();
  if (linearisation != Linearisation::none && !(strand.is_straight && pulls))
    for (Matrix6& slope : strand.forces.slope) slope.setZero();
  if (!pulls) return;
  strand.has_moved_arms = have_moved_arms(motions);
  const Vector3d common_shift = common_shift_of(strand, motions);
  put_forces(strand, motions, common_shift);
  if (linearisation != Linearisation::none)
    put_slope(strand, motions, common_shift, dt, linearisation);
}

void carry_on(LinearisedStrand& strand) {
  if (!strand.is_straight) strand.memory = strand.memory_at_end;
  strand.damage = strand.damage_at_end;
}

}  // namespace condyle
