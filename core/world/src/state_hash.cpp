#include "core/world/src/state_hash.h"

#include "core/src/ligament/wrap_memory.h"
#include "core/world/src/session_state.h"

namespace condyle {
namespace {

void add(const std::optional<SurfaceEntry>& entry, StateHash& hash) {
  hash.add(entry.has_value());
  if (!entry) return;
  hash.add(entry->p);
  hash.add(entry->normal);
}

void add(const PairAccount& account, StateHash& hash) {
  hash.add(account.is_open);
  hash.add(account.is_paid);
  for (const double number :
       {account.reserve, account.stored, account.moving, account.taken, account.divided_for,
        account.held_back, account.borne, account.deepest})
    hash.add(number);
  hash.add(account.paused_for);
  hash.add(account.last_pause);
  add(account.casting_entry, hash);
  add(account.target_entry, hash);
  hash.add_all(account.pressing);
}

void add(const PairMemory& pair, StateHash& hash) {
  hash.add_count(pair.bristles.size());
  for (const Bristle& bristle : pair.bristles) {
    hash.add(bristle.casting_triangle);
    hash.add(bristle.foot_T);
    hash.add(bristle.stretch_T);
    hash.add(bristle.slip_speed);
  }
  hash.add(pair.touch.is_touching);
  const Encounter& encounter = pair.touch.encounter;
  if (pair.touch.is_touching) {
    for (const double number :
         {encounter.start, encounter.impact_speed, encounter.peak_force, encounter.peak_time})
      hash.add(number);
    hash.add(encounter.impulse_W);
  }
  for (const double number :
       {pair.sliding.sliding_distance, pair.sliding.friction_work, pair.sliding.worn_volume})
    hash.add(number);
  hash.add_all(pair.sliding.worn_depth);
  add(pair.account, hash);
  hash.add(pair.elastic);
  hash.add(pair.pressed);
  hash.add(pair.last_claim);
}

void add(const SessionMemory::OfStrand& strand, StateHash& hash) {
  const ligament::Strand& law = strand.parameters;
  for (const double number : {law.linear_stiffness, law.slack_length, law.transition_strain,
                              law.damping_coefficient, law.failure_strain, law.softening_strain})
    hash.add(number);
  hash.add(law.applies_force);
  hash.add(strand.damage.torn);
  hash.add(strand.energy);
  hash.add(strand.is_cut);
  for (const ligament::WrapMemory& wrap : strand.memory.wraps) {
    hash.add(wrap.is_known);
    hash.add(wrap.touches);
    hash.add(wrap.turn);
    hash.add(wrap.middle_S);
  }
}

}  // namespace

void add(const SessionMemory& memory, StateHash& hash) {
  hash.add(memory.time);
  hash.add(memory.substep);
  for (const auto& [key, pair] : memory.pairs) {
    hash.add(key.first);
    hash.add(key.second);
    add(pair, hash);
  }
  for (const auto& [id, strand] : memory.strands) {
    hash.add(id);
    add(strand, hash);
  }
  for (const auto& [id, vertices] : memory.vertices) {
    hash.add(id);
    hash.add_all(vertices.positions);
    hash.add_all(vertices.aims);
    hash.add(vertices.is_aimed);
  }
}

}  // namespace condyle
