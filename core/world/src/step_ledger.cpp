#include "core/world/src/step_ledger.h"

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

/// Removes and returns the energy [J] left in the layers of pairs that have parted since the last
/// step by their bodies' own motion. Energy is left because the last forces were found at other
/// poses than those at which the bodies ended.
double take_from_parted(PairTable& contacts, std::int64_t substep) {
  double sum = 0;
  for (auto& [ids, pair] : contacts.pairs) {
    if (pair->memory.last_claim == substep || !(pair->memory.elastic > 0)) continue;
    if (pair->casting_collider.was_put || pair->target_collider.was_put) continue;
    sum += pair->memory.elastic;
    pair->memory.elastic = -1;
  }
  return sum;
}

}  // namespace

void StepLedger::begin_step(double kinetic) {
  step_ = {};
  kinetic_ = kinetic;
}

void StepLedger::enter(double kinetic, std::span<SessionPair* const> near, PairTable& contacts,
                       std::span<SessionStrand* const> strands, std::int64_t substep) {
  for (SessionPair* pair : near) pair->elastic_before = pair->memory.elastic;
  for (SessionStrand* strand : strands) strand->energy_before = strand->energy;
  parted_ = take_from_parted(contacts, substep);
  step_.drag = kinetic_ - kinetic;
}

void StepLedger::end_step(double kinetic, std::span<SessionPair* const> near,
                          std::span<SessionStrand* const> strands, const WorkDone& work) {
  step_.start = kinetic_ + parted_;
  for (const SessionPair* pair : near) {
    step_.start += std::max(0.0, pair->elastic_before);
    step_.elastic += std::max(0.0, pair->memory.elastic);
  }
  for (const SessionStrand* strand : strands) {
    if (!acts(*strand)) continue;
    step_.start += std::max(0.0, strand->energy_before);
    step_.ligaments += std::max(0.0, strand->energy);
  }
  step_.kinetic = kinetic;
  step_.by_joints = work.by_joints;
  step_.by_moved = work.by_moved;
  step_.damping = work.damping;
  step_.friction = work.friction;
  step_.ligament_damping = work.ligament_damping;
  step_.engine_contacts = work.engine_contacts;
  step_.numbers = step_.start + step_.added() - step_.stored() - step_.dissipated();
  if (!std::isfinite(step_.numbers)) {
    abandon();
    return;
  }
  add(step_, is_first_, total_);
  is_first_ = false;
}

}  // namespace condyle
