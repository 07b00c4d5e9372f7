#include "core/src/solver/linearised_friction.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "core/src/contact/friction_description.h"
#include "core/src/contact/user_call.h"
#include "core/src/solver/block_vectors.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// 1 - n n^T
Matrix3d across(const Vector3d& n) { return Matrix3d::Identity() - n * n.transpose(); }

/// Newton's method alone cannot find where Coulomb friction holds: seen from slip, force hardly
/// depends on motion, so a pass from slip in one direction leads to slip in the opposite one. A
/// bristle that held at the start of the step is therefore taken to hold on, whatever force that
/// needs, and so is one that reverses. The next pass starts from there, and releases bristles whose
/// limit is exceeded.
BristleBlock::State next_state(BristleBlock& bristles, int lane, BristlePass pass, bool too_much,
                               const Vector3d& stretch) {
  constexpr int k_most_turns = 6;
  BristleBlock::State& state = bristles.state[lane];
  if (pass == BristlePass::again) return state;
  const bool held = state == BristleBlock::holds;
  if (!too_much || (held && pass == BristlePass::first)) return state = BristleBlock::holds;
  if (state == BristleBlock::slips && vector_at(bristles.along, lane).dot(stretch) < 0 &&
      bristles.turns[lane] < k_most_turns) {
    ++bristles.turns[lane];
    return state = BristleBlock::holds;
  }
  return state = BristleBlock::slips;
}

}  // namespace

Vector3d slip_of(const LinearisedTriangle& t, const Vector6& V) {
  const Vector3d velocity = V.tail<3>() + V.head<3>().cross(t.rubs_at);
  return velocity - t.across.dot(velocity) * t.across;
}

LinearisedFriction rub(const LinearisedTriangle& t, double normal_force, const Friction& friction,
                       const Vector6& V, const SlopeWanted& wanted) {
  const Vector3d slip = slip_of(t, V);
  const double speed = slip.norm();
  const double secant = t.cover * friction_coefficient_over_speed(curve_of(friction), speed);
  LinearisedFriction result;
  result.force = normal_force * secant * slip;
  result.by_normal = secant * slip;
  result.slope = wanted.dt * normal_force * secant * across(t.across);
  if (wanted.exact && speed > 0) {
    const double rising = t.cover * rising_friction_slope(curve_of(friction), speed);
    result.slope +=
        wanted.dt * normal_force * (rising - secant) / (speed * speed) * slip * slip.transpose();
  }
  return result;
}

LinearisedFriction rub(const LinearisedTriangle& t, double area, const FrictionSample& sample,
                       const Vector6& V, const SlopeWanted& wanted) {
  const Vector3d slip = slip_of(t, V);
  const double speed = slip.norm();
  area *= t.cover;
  const double secant = area * (speed > 0 ? sample.force / speed : sample.by_speed);
  LinearisedFriction result;
  result.force = secant * slip;
  result.slope = wanted.dt * secant * across(t.across);
  if (!(speed > 0)) return result;
  result.by_normal = t.cover * sample.by_normal / speed * slip;
  if (wanted.exact) {
    const double rising = area * std::max(0.0, sample.by_speed);  // only where friction rises
    result.slope += wanted.dt * (rising - secant) / (speed * speed) * slip * slip.transpose();
  }
  return result;
}

LinearisedFriction hold(const LinearisedTriangle& t, double normal_force, double stiffness,
                        const LinearisedLaw& law, const RelativeMotion& motion,
                        BristleBlock& bristles, int lane, const SlopeWanted& wanted) {
  double& slip_speed = bristles.slip_speed[lane];
  if (slip_speed < 0) slip_speed = slip_of(t, motion.velocity).norm();  // it newly touches
  const double mu = t.cover * holding_coefficient(curve_of(law.friction), slip_speed);
  const double limit = mu * normal_force;

  const Vector3d whole = vector_at(bristles.reach, lane) + motion.displacement.tail<3>() +
                         motion.displacement.head<3>().cross(t.rubs_at);
  const Vector3d stretch = whole - t.across.dot(whole) * t.across;
  const double length = stretch.norm();
  const bool too_much = stiffness * length > limit;
  const bool slips =
      next_state(bristles, lane, law.pass, too_much, stretch) == BristleBlock::slips && too_much;
  const double secant = slips ? limit / length : stiffness;

  LinearisedFriction result;
  result.force = secant * stretch;
  result.is_consistent = slips || !too_much;
  result.slope = wanted.dt * wanted.dt * secant * across(t.across);
  if (slips) {
    const Vector3d along = stretch / length;
    result.by_normal = mu * along;
    if (wanted.exact) result.slope -= wanted.dt * wanted.dt * secant * along * along.transpose();
    put(along, bristles.along, lane);
  }
  const double kept = too_much ? limit / (stiffness * length) : 1.0;
  put(kept * stretch, bristles.stretch, lane);
  bristles.dragged[lane] = (1 - kept) * length;
  return result;
}

}  // namespace condyle
