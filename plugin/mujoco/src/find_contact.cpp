#include <algorithm>
#include <limits>

#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/solver/pair_search.h"
#include "core/src/solver/user_body.h"
#include "core/world/src/engine_row.h"
#include "core/world/src/near_candidates.h"
#include "plugin/mujoco/src/mujoco_session.h"

namespace condyle::mujoco {
namespace {

using Eigen::Vector3d;

/// Part of the layers' thickness beyond which a way in a step is far.
constexpr double k_far = 0.25;

double deepest_of(const PairStep& pair) {
  double deepest = 0;
  for (const ProximityHit& hit : pair.hits) deepest = std::max(deepest, hit.proximity);
  return deepest;
}

/// How far a surface is at most from its body's centre of mass [m]; infinite if it has no end.
double arm_of(const PairSide& side) {
  if (side.extent->is_endless) return std::numeric_limits<double>::infinity();
  return (side.X_BS * side.extent->centre).norm() + side.extent->radius;
}

}  // namespace

/// How far a body may move in the step, by the velocity that leads it and, `by_forces`, by forces
/// as in the last step.
BodyMotion MujocoSession::motion_of(int body, bool by_forces) const {
  const double h = bodies_.time_step();
  const Twist led = bodies_.twist(body, bodies_.led_by());
  BodyMotion motion;
  motion.X_WB = bodies_.start_pose(body);
  motion.shift = h * led.linear;
  motion.turn = h * led.angular.norm();
  motion.is_dynamic = is_moved(body);
  if (!by_forces || !motion.is_dynamic) return motion;
  const Twist forced = bodies_.change(body, of_dofs(data.qacc));
  const double gravity = Eigen::Map<const Eigen::Vector3d>(model.opt.gravity).norm();
  motion.by_forces = h * h * std::max(forced.linear.norm(), gravity);
  motion.turn += h * h * forced.angular.norm();
  return motion;
}

bool MujocoSession::may_meet(SessionCollider& a, SessionCollider& b, bool by_forces) const {
  BodyMotion of_a = motion_of(a.body, by_forces), of_b = motion_of(b.body, by_forces);
  a.body_motion = &of_a;
  b.body_motion = &of_b;
  a.moved_in_substep = b.moved_in_substep = -1;
  const bool meets = condyle::may_meet(substep, {&a, &b});
  a.body_motion = b.body_motion = nullptr;
  return meets;
}

/// The greatest speed of a point that both surfaces may have, of the casting body relative to the
/// target, at these velocities of both: a point of a small body on a long one is near the small
/// one.
double MujocoSession::speed_of(const SessionPair& pair, const Twist& C, const Twist& T) const {
  const Vector3d apart = bodies_.start_pose(pair.casting_collider.body).translation() -
                         bodies_.start_pose(pair.target_collider.body).translation();
  const Vector3d linear = C.linear - T.linear;
  const double turn = (C.angular - T.angular).norm();
  const auto greatest = [turn](const Vector3d& middle, const PairSide& side) {
    return middle.norm() + (turn > 0 ? turn * arm_of(side) : 0);
  };
  return std::min(greatest(linear - T.angular.cross(apart), pair.casting_side),
                  greatest(linear - C.angular.cross(apart), pair.target_side));
}

/// The same of a change of the velocities by forces.
double MujocoSession::speed_by(const SessionPair& pair, const Eigen::VectorXd& change) const {
  return speed_of(pair, bodies_.change(pair.casting_collider.body, change),
                  bodies_.change(pair.target_collider.body, change));
}

/// The gap that may close beyond where contact is searched: by forces as in the last step, at least
/// by gravity, and from the start of the step by the bodies' motion too.
double MujocoSession::reach_of(const SessionPair& pair, bool is_led) const {
  const double h = bodies_.time_step();
  const double gravity = Eigen::Map<const Vector3d>(model.opt.gravity).norm();
  const double by_forces = h * h * std::max(speed_by(pair, of_dofs(data.qacc)), gravity);
  if (is_led) return by_forces;
  const Eigen::VectorXd& v = bodies_.led_by();
  return by_forces + h * speed_of(pair, bodies_.twist(pair.casting_collider.body, v),
                                  bodies_.twist(pair.target_collider.body, v));
}

/// How far the velocities lead the casting body along the target at most, in the step.
double MujocoSession::travel_of(const SessionPair& pair) const {
  return reach_of(pair, false) - reach_of(pair, true);
}

bool MujocoSession::goes_far(const SessionPair& pair) const {
  return travel_of(pair) > k_far * layers(pair);
}

/// Finds and linearises contact where the velocities lead or, if nothing may touch there, at the
/// start. There too if the velocities, which know nothing of contact yet, lead far into or through
/// the other body: what is met there tells nothing of the way. A body that slides or rolls far is
/// about as deep where it is led as at the start, though planes at its contact there would be deep.
void MujocoSession::find_hits(PairInStep& in_step) {
  const SessionPair& pair = *in_step.pair;
  constexpr double k_grazing = 0.25;  // of the way, into planes at the contact of the start
  const double far = k_far * layers(pair);
  double before = 0;  // depth at the start; 0: it does not matter
  if (goes_far(pair)) {
    find_hits(in_step, false);
    const double led =
        pair.linearised.deepest_after(bodies_.motion(pair.casting_collider.body, true),
                                      bodies_.motion(pair.target_collider.body, true));
    const double deepest = deepest_of(pair);
    if (led > std::max(far, 2 * deepest)) {
      if (deepest <= 0 || led > k_grazing * travel_of(pair)) return;
      before = deepest;
    }
  }
  const bool may_touch = find_hits(in_step, true);
  const double now = before > 0 ? deepest_of(pair) : 0;
  if (!may_touch || now < before / 2 || now > 2 * before) find_hits(in_step, false);
}

/// Returns whether anything may touch.
bool MujocoSession::find_hits(PairInStep& in_step, bool is_led) {
  SessionPair& pair = *in_step.pair;
  const int casting = pair.casting_collider.body, target = pair.target_collider.body;
  const StepMotion C = bodies_.motion(casting, is_led), T = bodies_.motion(target, is_led);
  pair.X_WC = bodies_.start_pose(casting) * pair.casting_side.X_BS;
  pair.X_WT = bodies_.start_pose(target) * pair.target_side.X_BS;
  if (has_user_function(pair.pair.settings())) {
    condyle_contact contact = {};
    contact.time = time + bodies_.time_step();
    const auto describe_body = [this](const PairSide& side, int body) {
      return describe(side.name, bodies_.start_pose(body),
                      joined(bodies_.twist(body, start_velocity_)));
    };
    contact.casting = describe_body(pair.casting_side, casting);
    contact.target = describe_body(pair.target_side, target);
    pair.pair.set_user_contact(contact);
  }
  in_step.is_led = is_led;
  in_step.found_by = is_led ? bodies_.led_by() : 0 * start_velocity_;
  pair.reach = reach_for(pair, reach_of(pair, is_led), false);
  pair.X_CT_found =
      pair.linearised.place(C, T, is_led ? bodies_.time_step() : 0.0, pair.X_WC, pair.X_WT);
  search_where_found(pair);
  pair.linearised.linearise(pair.pair.evaluator().surfaces(), pair.hits, pair.linearised_reach,
                            pair.bristles_now, pair.pieces);
  pair.linearised.evaluate(C, T, bodies_.time_step(), Linearisation::none, in_step.forces);
  return !pair.linearised.is_empty();
}

/// How far the velocities lead the casting body along the target at most from where contact was
/// found [m].
double MujocoSession::way_since_found(const PairInStep& in_step) const {
  if (!in_step.is_led) return travel_of(*in_step.pair);
  return bodies_.time_step() * speed_by(*in_step.pair, bodies_.led_by() - in_step.found_by);
}

/// Whether bodies have become so fast in the step that contact was not searched far enough.
bool MujocoSession::is_beyond_reach() const {
  for (const auto& [a, b] : far_)
    if (may_meet(*a, *b, false)) return true;
  return std::any_of(
      in_step_.begin(), in_step_.begin() + static_cast<std::ptrdiff_t>(count_in_step_),
      [this](const PairInStep& in_step) {
        const SessionPair& pair = *in_step.pair;
        return way_since_found(in_step) > pair.reach && !pair.linearised.touches_at_end();
      });
}

}  // namespace condyle::mujoco
