// Contact gives no more energy than it was given: each pair keeps an account of it.
#include <algorithm>
#include <cmath>

#include "condyle/bullet/contact_step.h"

namespace condyle::bullet {
namespace {

/// Whether what the pair's forces give can be told by the pressures alone, and is to be bounded: a
/// law of the user's may well drive, and forces along the casting normal are not of an energy.
bool is_bounded(const PairState& pair) {
  return pair.pair.normal_law().kind != NormalLawKind::user && !pair.frozen.deforms() &&
         pair.pair.settings().force_direction == ForceDirection::target;
}

}  // namespace

/// Of pairs that have been put where they stand: what the bed stores there is its to give. Of pairs
/// that came together and of strands what they store, for the ledger.
void ContactStep::open_accounts() {
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    PairState& pair = *pairs_[p];
    if (pair.bed_now.is_open && pair.elastic_now >= 0) continue;
    pair.reach = 0;
    find_hits(p, false);
    const double stored = pair.frozen.elastic_where_found();
    pair.elastic_now = pair.elastic_before = pair.memory.elastic = stored;
    if (pair.bed_now.is_open) continue;
    pair.frozen.keep_pressing(pair.hits, pair.bed_now);
    pair.bed_now.reserve = stored;
    pair.bed_now.is_open = true;
    pair.memory.bed = pair.bed_now;
  }
  for (StrandState* strand : strands_)
    if (strand->energy_now < 0)
      strand->energy_now = strand->energy_before = strand->energy = energy_where_it_is(*strand);
}

/// Where pairs give more than they have, as of what came to meet the target at depth, they are
/// weakened: as little as it takes, for what presses bodies apart holds them apart too. False where
/// the group finds no balance so.
bool ContactStep::keep_passive(double h) {
  constexpr int k_most_trials = 12;
  if (settings_.integration == Integration::explicit_) return true;
  strengths_.assign(pairs_.size(), {});
  for (int trial = 0; weaken(h, trial >= k_most_trials); ++trial) {
    const Balance balance = make_passes(h, false);
    if (balance == Balance::lost || (balance == Balance::far && may_be_divided())) return false;
    if (trial == k_most_trials) break;
  }
  return !is_far_ || !group_.gains_by_imbalance(dt_, rows_.wanted_motion());
}

/// One step of a bisection for the greatest strength at which each pair has enough, or its end: the
/// greatest found. Returns whether anything is to be solved anew.
bool ContactStep::weaken(double h, bool is_last) {
  constexpr double k_close = 0.9, k_first = 0.5;
  const bool all = overdraws();
  bool any = false;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    Strength& strength = strengths_[p];
    const bool is_too_strong = all || overdraws(p, h);
    if (!is_too_strong && strength.enough == 1) continue;
    (is_too_strong ? strength.too_much : strength.enough) = strength.now;
    if (!is_too_strong && strength.enough >= k_close * strength.too_much) continue;
    const double wanted = is_last               ? strength.enough
                          : strength.enough > 0 ? std::sqrt(strength.enough * strength.too_much)
                                                : k_first * k_first * strength.too_much;
    if (wanted == strength.now) continue;
    pairs_[p]->frozen.weaken(wanted / strength.now);
    strength.now = wanted;
    any = true;
  }
  return any;
}

/// Whether a group that has found no balance has gained more than its pairs may give.
bool ContactStep::overdraws() const {
  if (!is_far_ || !strands_.empty()) return false;
  double reserve = 0;
  for (const PairState* pair : pairs_) reserve += std::max(0.0, pair->bed_now.reserve);
  return group_.gain() > reserve;
}

bool ContactStep::overdraws(std::size_t p, double h) const {
  constexpr double k_negligible = 1e-4;  // of the energy that the bodies come with
  const PairState& pair = *pairs_[p];
  if (!is_bounded(pair)) return false;
  const GroupPair& ends = group_.pairs[p];
  const double negligible = k_negligible * (kinetic_energy(ends.casting, ends.target) +
                                            kinetic_energy(ends.target, ends.casting));
  return -pair.frozen.work_at_end(h).pressure > pair.bed_now.reserve + negligible;
}

/// The numbers dissipate: what that has cost the bodies they may have back, as far as the bed could
/// store it. Triangles that roll out of contact and into it change what coarse ones store, by up to
/// all of it or by what the bodies' loads alone store.
void ContactStep::settle_account(std::size_t p, double h) {
  constexpr double k_most = 10, k_lent = 1.0 / 16;
  PairState& pair = *pairs_[p];
  const GroupPair& ends = group_.pairs[p];
  const double load = external_force(ends.casting, h) + external_force(ends.target, h);
  const double by_load = pair.work.stiffness > 0 ? load * load / pair.work.stiffness : 0;
  double& reserve = pair.bed_now.reserve;
  reserve = std::min(reserve + pair.work.pressure, k_most * (pair.work.layers + by_load));
  // What joints and strands drive gets its energy from them. Slow sliding under load, whose account
  // errs by little in each step but for long, must not run dry: it comes back to what the bed
  // stores, by a part in each sub-step.
  if (!rows_.empty() || !strands_.empty())
    reserve += std::clamp(pair.work.layers - reserve, 0.0, k_lent * pair.work.layers);
  pair.frozen.keep_pressing(pair.hits, pair.bed_now);
}

double ContactStep::external_force(const GroupEnd& end, double h) const {
  if (end.body < 0) return 0;
  const GroupBody& body = group_.bodies[static_cast<std::size_t>(end.body)];
  const double change = (body.free_velocity - body.velocity).tail<3>().norm();
  return body.inverse_mass > 0 ? change / (h * body.inverse_mass) : 0;
}

/// What a body comes with, as seen from the centre of the other [J].
double ContactStep::kinetic_energy(const GroupEnd& end, const GroupEnd& seen_from) const {
  if (end.body < 0) return 0;
  const GroupBody& body = group_.bodies[static_cast<std::size_t>(end.body)];
  Vector6 u = body.free_velocity;
  if (seen_from.body >= 0)
    u.tail<3>() -= group_.bodies[static_cast<std::size_t>(seen_from.body)].free_velocity.tail<3>();
  else
    u.tail<3>() -= group_.given[static_cast<std::size_t>(seen_from.given)].velocity.linear;
  return 0.5 * (body.mass_root_inverse * u).squaredNorm();
}

}  // namespace condyle::bullet
