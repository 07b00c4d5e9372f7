#include "core/src/solver/energy_account.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/src/solver/group_energy.h"
#include "core/src/solver/pair_search.h"

namespace condyle {
namespace {

double external_force(const Group& group, const GroupEnd& end, double h) {
  if (end.body < 0) return 0;
  const GroupBody& body = group.bodies[end.body];
  const double change = (body.free_velocity - body.velocity).tail<3>().norm();
  return body.inverse_mass > 0 ? change / (h * body.inverse_mass) : 0;
}

/// Kinetic energy [J] with which the body would arrive without contact and strands.
double free_kinetic_energy(const Group& group, const GroupEnd& end) {
  if (end.body < 0) return 0;
  const GroupBody& body = group.bodies[end.body];
  return 0.5 * (body.mass_root_inverse * body.free_velocity).squaredNorm();
}

/// Whether a group that found no balance has gained more energy than its pairs may give.
bool overdraws(const Island& island, bool is_far) {
  if (!is_far || !island.strands.empty()) return false;
  double reserve = 0;
  for (const PairStep* pair : island.pairs) reserve += std::max(0.0, pair->account_now.reserve);
  return gain(island.solver) > reserve;
}

bool overdraws(const Island& island, std::size_t p, double h) {
  const PairStep& pair = *island.pairs[p];
  return is_bounded(pair) && -pair.linearised.work_at_end(h).pressure > available_energy(island, p);
}

/// The next part to try in the search for the part that gives nearly all the energy available.
/// Narrows the bracket by the energy `given` by the part `now`. Returns `now` if that is near
/// enough.
double next_part(double now, double given, double available, bool is_overdrawn,
                 PairBracket& bracket) {
  constexpr double k_near = 0.8, k_wanted = 0.9, k_narrow = 0.95, k_inside = 0.1;
  if (is_overdrawn) {
    // What was enough may be too much once other pairs press less.
    if (now <= bracket.enough) bracket.enough *= k_inside;
    bracket.too_much = now;
    bracket.given_by_too_much = given;
  } else {
    bracket.enough = now;
    bracket.given_by_enough = given;
    if (given >= k_near * available || now >= k_narrow * bracket.too_much) return now;
  }
  const double width = bracket.too_much - bracket.enough, wanted = k_wanted * available;
  if (std::isnan(bracket.given_by_enough))
    return std::max(bracket.enough, now * std::sqrt(wanted / given));
  const double along =
      (wanted - bracket.given_by_enough) / (bracket.given_by_too_much - bracket.given_by_enough);
  return bracket.enough + std::clamp(along, k_inside, 1 - k_inside) * width;
}

/// The part of the stored energy that the account covers [J]: the layers never give back more.
double covered(const PairStep& pair, double stored) {
  return is_bounded(pair) ? std::clamp(pair.account_now.reserve, 0.0, stored) : stored;
}

/// Force [N] with which joints and strands act on a body.
double driving_force(const Island& island, const GroupEnd& end, double h) {
  if (end.body < 0) return 0;
  double force = island.solver.engine_impulse(end.body).tail<3>().norm() / h;
  for (const GroupStrand& strand : island.group.strands)
    for (std::size_t i = 0; i < strand.ends.size(); ++i)
      if (strand.ends[i].body == end.body) force += strand.strand->forces.force[i].tail<3>().norm();
  return force;
}

/// Force [N] by which an account may recover: the bodies' `load` or, if joints or strands drive
/// them, the force of contact as far as they and the load bear it. Where a body is wedged in, pairs
/// press against one another with far more.
double borne_force(const Island& island, std::size_t p, bool is_driven, double load, double h) {
  if (!is_driven) return load;
  const GroupPair& pair = island.group.pairs[p];
  const double driving =
      driving_force(island, pair.casting, h) + driving_force(island, pair.target, h);
  return std::min(pair.forces.force.segment<3>(3).norm(), load + driving);
}

/// Work [J] of the pair's forces on both bodies beyond the work that is counted for pressure and
/// friction. Moments about the centres of mass at the start keep the angular momentum
/// (LinearisedPoses::lever_C), but bodies turn about where their centres have moved.
double work_of_arms(const Island& island, std::size_t p, double h) {
  const GroupPair& pair = island.group.pairs[p];
  const LinearisedPoses& found = island.pairs[p]->linearised.found();
  const StepMotion &C = island.group.motion(pair.casting), &T = island.group.motion(pair.target);
  const Eigen::Vector3d force = pair.forces.force.segment<3>(3);
  return h * (found.lever_C.cross(force).dot(C.velocity.angular - C.lag.angular) -
              found.lever_T.cross(force).dot(T.velocity.angular - T.lag.angular));
}

/// Work [J] of a strand on its bodies, without the work of its damping. It is computed from the
/// forces, not from the change of length: see work_of_arms().
double work_of_spring(const Island& island, std::size_t s, double h) {
  const GroupStrand& strand = island.group.strands[s];
  const LinearisedStrand& end = *strand.strand;
  double power = end.result.damping_force * end.traced.lengthening_speed;
  for (std::size_t i = 0; i < strand.ends.size(); ++i) {
    const StepMotion& motion = island.group.motion(strand.ends[i]);
    Vector6 u;
    u << motion.velocity.angular - motion.lag.angular, motion.velocity.linear - motion.lag.linear;
    power += end.forces.force[i].dot(u);
  }
  return h * power;
}

/// PairAccount::held_back for the next sub-step.
double next_held_back(const Island& island, std::size_t p) {
  const PairStep& pair = *island.pairs[p];
  const double part = pair.linearised.part_pressing();
  if (part == 1) return 0;
  const double sure = pair.linearised.part_that_gives(available_energy(island, p));
  return sure > 0 ? std::max(1.0, part / sure) : 1;
}

}  // namespace

bool is_bounded(const PairStep& pair) {
  return pair.pair.normal_law().kind != NormalLawKind::user && !pair.linearised.deforms() &&
         pair.pair.settings().force_direction == ForceDirection::target;
}

bool strands_gain(const Island& island, double h) {
  // Fraction of the energy of motion. Backward Euler takes more from bodies than it lets strands
  // give.
  constexpr double k_notable = 0.05;
  if (island.is_explicit()) return false;
  for (std::size_t s = 0; s < island.strands.size(); ++s) {
    const StrandStep& state = *island.strands[s];
    if (state.energy_now < 0) continue;
    const ligament::StrandForce& end = state.linearised.result;
    const double given = work_of_spring(island, s, h);
    const double gain = given + end.potential_energy - state.energy_now;
    if (gain <= 0) continue;
    double moving = std::abs(given);
    for (const GroupEnd& body : island.group.strands[s].ends)
      moving += free_kinetic_energy(island.group, body);
    if (gain > k_notable * moving) return true;
  }
  return false;
}

void open_accounts(Island& island) {
  if (!island.is_motion) return;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    PairStep& pair = *island.pairs[p];
    if (pair.account_now.is_open && pair.elastic_now >= 0) continue;
    pair.reach = 0;
    pair.most_force = std::numeric_limits<double>::infinity();
    find_hits(island, p, false);
    const double stored = pair.linearised.elastic_where_found();
    const bool is_new = !std::exchange(pair.account_now.is_open, true);
    if (is_new) {
      pair.account_now.deepest =
          pair.linearised.keep_pressing(pair.hits, pair.account_now.pressing);
      pair.account_now.reserve = stored;
    }
    pair.account_now.stored = covered(pair, stored);
    pair.elastic_now = pair.elastic_before = pair.memory.elastic = pair.account_now.stored;
    if (is_new) pair.memory.account = pair.account_now;
  }
}

bool PairBrackets::hold_back(Island& island, bool is_far, double h, bool is_last) {
  const bool all = overdraws(island, is_far);
  bool any = false;
  exceeds_sure_part_ = false;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    LinearisedContact& linearised = island.pairs[p]->linearised;
    const bool is_overdrawn = overdraws(island, p, h);
    if (!is_overdrawn && !all && !brackets_[p].is_open) continue;
    const double now = linearised.part_pressing(), given = -linearised.work_at_end(h).pressure;
    const double available = available_energy(island, p);
    PairBracket& bracket = brackets_[p];
    if (!bracket.is_open)
      bracket = {.is_open = true, .enough = linearised.part_that_gives(available)};
    const bool exceeds_sure = is_overdrawn && now <= bracket.enough;
    const double next = next_part(now, given, available, is_overdrawn, bracket);
    // In the end, a part that was enough and is now too much becomes 0.
    const double last = exceeds_sure ? 0 : bracket.enough;
    const double part = all ? 0 : is_last ? last : next;
    exceeds_sure_part_ = exceeds_sure_part_ || exceeds_sure;
    if (part == now) continue;
    linearised.press_by(part);
    island.group.pairs[p].move = -1;
    any = true;
  }
  return any;
}

void refuse_credit(Island& island, double energy) {
  double credit = 0;
  for (const PairStep* pair : island.pairs) credit += std::max(0.0, pair->work.pressure);
  if (credit == 0) return;
  const double part = std::min(1.0, energy / credit);
  for (PairStep* pair : island.pairs)
    pair->account_now.reserve -= part * std::max(0.0, pair->work.pressure);
}

void update_account(const Island& island, std::size_t p, bool is_driven, double h) {
  constexpr double k_most = 10, k_recovery = 0.25;  // [s]
  PairStep& pair = *island.pairs[p];
  if (!island.is_motion) {
    pair.account_now.is_open = false;
    return;
  }
  const GroupPair& ends = island.group.pairs[p];
  const double load =
      external_force(island.group, ends.casting, h) + external_force(island.group, ends.target, h);
  if (!island.division.lets_go)
    pair.account_now.deepest = pair.linearised.keep_pressing(pair.hits, pair.account_now.pressing);
  pair.account_now.held_back = next_held_back(island, p);
  const double by_load = pair.work.stiffness > 0 ? load * load / pair.work.stiffness : 0;
  double& reserve = pair.account_now.reserve;
  reserve += pair.work.pressure - work_of_arms(island, p, h);
  if (pair.work.stiffness > 0) reserve = std::min(reserve, k_most * (pair.work.layers + by_load));
  // An account that runs dry would leave bodies where they have sunk in, since lifting them out
  // takes work against their loads. Joints and strands supply energy of their own, too. The account
  // therefore recovers within k_recovery to the energy that lifts the bodies out against their
  // loads, of which those by joints and strands show only in the force of contact. It recovers to
  // no more than the layers store. That bound alone would be too high: contact that was held back
  // and pressed together stores much more. A load counts only as it builds up over k_recovery, so
  // an impact is no load, and only while the pair presses.
  const bool presses = !pair.account_now.pressing.empty();
  const double borne = presses ? borne_force(island, p, is_driven, load, h) : 0;
  double& lately = pair.account_now.borne;
  lately = std::min(borne, lately + std::min(1.0, h / k_recovery) * (borne - lately));
  const double wanted = std::min(lately * pair.account_now.deepest, pair.work.layers);
  reserve += std::clamp(wanted - reserve, 0.0, h / k_recovery * wanted);
  pair.work.layers = covered(pair, pair.work.layers);
  // Nor can damping take energy that the layers never had.
  const double taken = pair.work.pressure - (pair.work.layers - pair.account_now.stored);
  pair.work.damping = std::min(pair.work.damping, std::max(0.0, taken));
  pair.account_now.stored = pair.work.layers;
}

}  // namespace condyle
