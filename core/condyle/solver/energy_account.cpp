#include "condyle/solver/energy_account.h"

#include <algorithm>
#include <cmath>

#include "condyle/solver/pair_search.h"

namespace condyle {
namespace {

double external_force(const ContactGroup& group, const GroupEnd& end, double h) {
  if (end.body < 0) return 0;
  const GroupBody& body = group.bodies[static_cast<std::size_t>(end.body)];
  const double change = (body.free_velocity - body.velocity).tail<3>().norm();
  return body.inverse_mass > 0 ? change / (h * body.inverse_mass) : 0;
}

/// Kinetic energy [J] with which the body would arrive but for contact and strands.
double free_kinetic_energy(const ContactGroup& group, const GroupEnd& end) {
  if (end.body < 0) return 0;
  const GroupBody& body = group.bodies[static_cast<std::size_t>(end.body)];
  return 0.5 * (body.mass_root_inverse * body.free_velocity).squaredNorm();
}

/// Whether a group that found no balance has gained more energy than its pairs may give.
bool overdraws(const Island& island, bool is_far) {
  if (!is_far || !island.strands.empty()) return false;
  double reserve = 0;
  for (const PairStep* pair : island.pairs) reserve += std::max(0.0, pair->bed_now.reserve);
  return island.group.gain() > reserve;
}

bool overdraws(const Island& island, std::size_t p, double h) {
  constexpr double k_negligible = 1e-4;  // part of the energy with which the bodies arrive
  const PairStep& pair = *island.pairs[p];
  if (!is_bounded(pair)) return false;
  const GroupPair& ends = island.group.pairs[p];
  const double negligible =
      k_negligible * (kinetic_energy(island.group, ends.casting, ends.target, true) +
                      kinetic_energy(island.group, ends.target, ends.casting, true));
  const double given = -pair.frozen.work_at_end(h).pressure;
  return given > std::max(0.0, pair.bed_now.reserve + negligible);
}

}  // namespace

bool is_bounded(const PairStep& pair) {
  return pair.pair.normal_law().kind != NormalLawKind::user && !pair.frozen.deforms() &&
         pair.pair.settings().force_direction == ForceDirection::target;
}

double kinetic_energy(const ContactGroup& group, const GroupEnd& end, const GroupEnd& seen_from,
                      bool is_free) {
  if (end.body < 0) return 0;
  const auto velocity = [is_free](const GroupBody& body) -> const Vector6& {
    return is_free ? body.free_velocity : body.velocity;
  };
  const GroupBody& body = group.bodies[static_cast<std::size_t>(end.body)];
  Vector6 u = velocity(body);
  if (seen_from.body >= 0)
    u.tail<3>() -= velocity(group.bodies[static_cast<std::size_t>(seen_from.body)]).tail<3>();
  else
    u.tail<3>() -= group.given[static_cast<std::size_t>(seen_from.given)].velocity.linear;
  return 0.5 * (body.mass_root_inverse * u).squaredNorm();
}

bool strands_gain(const Island& island, double h) {
  constexpr double k_notable = 0.05;  // part of the energy of motion
  if (island.is_conserving() || island.is_explicit()) return false;
  for (std::size_t s = 0; s < island.strands.size(); ++s) {
    const StrandStep& state = *island.strands[s];
    if (state.energy_now < 0) continue;
    const FrozenStrand& end = state.frozen;
    const double given = -h * end.result.spring_force * end.path.lengthening_speed;
    const double gain = given + end.result.potential_energy - state.energy_now;
    if (gain <= 0) continue;
    double moving = std::abs(given);
    for (const GroupEnd& body : island.group.strands[s].ends)
      moving += free_kinetic_energy(island.group, body);
    if (gain > k_notable * moving) return true;
  }
  return false;
}

void open_accounts(Island& island) {
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    PairStep& pair = *island.pairs[p];
    if (pair.bed_now.is_open && pair.elastic_now >= 0) continue;
    pair.reach = 0;
    find_hits(island, p, false);
    const double stored = pair.frozen.elastic_where_found();
    pair.elastic_now = pair.elastic_before = pair.memory.elastic = pair.bed_now.stored = stored;
    if (pair.bed_now.is_open) continue;
    pair.frozen.keep_pressing(pair.hits, pair.bed_now);
    pair.bed_now.reserve = stored;
    pair.bed_now.is_open = true;
    pair.memory.bed = pair.bed_now;
  }
}

bool PairStrengths::weaken(Island& island, bool is_far, double h, bool is_last) {
  constexpr double k_close = 0.9, k_first = 0.5;
  const bool all = overdraws(island, is_far);
  bool any = false;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    Strength& strength = strengths_[p];
    const bool overdrawn = overdraws(island, p, h), is_too_strong = all || overdrawn;
    if (!is_too_strong && strength.enough == 1) continue;
    (is_too_strong ? strength.too_much : strength.enough) = strength.now;
    // What was enough may be too much once other pairs are weaker.
    if (overdrawn && strength.enough >= strength.now) strength.enough = 0;
    if (!is_too_strong && strength.enough >= k_close * strength.too_much) continue;
    const double wanted = is_last               ? strength.enough
                          : strength.enough > 0 ? std::sqrt(strength.enough * strength.too_much)
                                                : k_first * k_first * strength.too_much;
    if (wanted == strength.now) continue;
    island.pairs[p]->frozen.weaken(wanted / strength.now);
    island.group.pairs[p].move = -1;
    strength.now = wanted;
    any = true;
  }
  return any;
}

void settle_account(const Island& island, std::size_t p, bool is_driven, double h) {
  constexpr double k_most = 10, k_recovery = 0.25;  // [s]
  PairStep& pair = *island.pairs[p];
  const GroupPair& ends = island.group.pairs[p];
  const double load =
      external_force(island.group, ends.casting, h) + external_force(island.group, ends.target, h);
  pair.frozen.keep_pressing(pair.hits, pair.bed_now);
  const double by_load = pair.work.stiffness > 0 ? load * load / pair.work.stiffness : 0;
  double& reserve = pair.bed_now.reserve;
  reserve = std::min(reserve + pair.work.pressure, k_most * (pair.work.layers + by_load));
  // Joints and strands supply energy of their own, and an account that runs dry would leave bodies
  // where they sank in, though lifting them out takes the work of their loads. So it recovers in
  // k_recovery, to what the bed stores or what lifts the bodies. The conserving step has only its
  // accounts to hold its gains.
  const double lift = island.is_conserving() ? 0 : load * pair.bed_now.deepest;
  const double wanted = is_driven ? pair.work.layers : std::min(lift, pair.work.layers);
  reserve += std::clamp(wanted - reserve, 0.0, h / k_recovery * wanted);
  pair.bed_now.stored = pair.work.layers;
}

}  // namespace condyle
