#include "core/world/src/session_state.h"

#include <algorithm>

#include "core/world/src/engine_row.h"
#include "core/world/src/post_step.h"

namespace condyle {
namespace {

/// Copies what is wanted of `from` into `to`, which keeps its memory where the keys are the same:
/// steps allocate nothing. Goes along both maps at once, since looking for each of thousands of
/// keys takes longer.
template <class Key, class Value, class From, class Take, class Wanted>
void copy_to(std::map<Key, Value>& to, const From& from, Take&& take, Wanted&& is_wanted) {
  auto at = to.begin();
  for (const auto& [key, value] : from) {
    if (!is_wanted(value)) continue;
    while (at != to.end() && at->first < key) at = to.erase(at);
    if (at == to.end() || key < at->first) at = to.try_emplace(at, key);
    take(value, at->second);
    ++at;
  }
  to.erase(at, to.end());
}

BodyAtEnd at_end(const SessionState& state, const SessionCollider& collider) {
  return {state.pose_of(collider.body), joined(state.velocity_of(collider.body))};
}

}  // namespace

void SessionState::clear_results() {
  clear_part();
  passed.clear();
  events.clear();
}

void SessionState::clear_part() {
  times = {};
  tally.begin_step();
  work = {};
  pair_reports.clear();
  strand_reports.clear();
}

void SessionState::begin_vertices(double dt) {
  for (SessionCollider* collider : deformed)
    if (!collider->is_soft) collider->vertices->begin_aimed(dt);
}

void SessionState::bound_vertices() {
  for (SessionCollider* collider : deformed) {
    collider->box_S = collider->vertices->box();
    collider->extent = extent_of(collider->box_S);
  }
}

void SessionState::begin_pairs(double kinetic) {
  contacts.begin_substep(substep, near);
  strand_list_.clear();
  for (auto& [id, strand] : strands) strand_list_.push_back(&strand);
  ledger.enter(kinetic, near, contacts, strand_list_, substep);
}

void SessionState::publish(double dt) {
  for (SessionPair* pair : near) pair_reports.push_back(report_of(*pair, substep));
  publish_strands();
  call_post_steps(dt);
}

/// Islands have reported the strands that they solved.
void SessionState::publish_strands() {
  for (auto& [id, strand] : strands) {
    const bool is_solved = acts(strand) && std::ranges::any_of(strand.bodies, [this](int body) {
                             return is_moved(body);
                           });
    if (!is_solved || !strand.is_reported) read_bodies(strand);
    if (!is_solved) follow(strand, strand.X_WB, strand.V_WB_W);
    if (!strand.is_reported) put_ends(strand, strand.X_WB);
    strand.is_reported = false;
    strand_reports.push_back(strand.report);
  }
}

void SessionState::call_post_steps(double dt) {
  for (SessionPair* pair : near)
    if (pair->pair.settings().post_step)
      call_post_step(*pair, at_end(*this, pair->casting_collider),
                     at_end(*this, pair->target_collider), time + dt, dt);
}

void SessionState::close(double kinetic, double dt, bool ends_step) {
  ledger.end_step(kinetic, near, strand_list_, work);
  for (auto& [key, pair] : contacts.pairs)
    if (pair->memory.touch.is_touching && pair->memory.last_claim != substep)
      events.end(*pair, time);
  time += dt;
  note_passed();
  for (const Finding& finding : passed) tally.add_passed(finding.place);
  tally.name_worst();
  if (ends_step) condyle::add(tally.report(), time, totals);
  near.clear();
}

void SessionState::read_bodies(SessionStrand& strand) const {
  strand.X_WB.clear();
  strand.V_WB_W.clear();
  for (const int body : strand.bodies) {
    strand.X_WB.push_back(pose_of(body));
    strand.V_WB_W.push_back(velocity_of(body));
  }
}

void SessionState::save(SessionMemory& memory) const {
  memory.time = time;
  memory.substep = substep;
  memory.ledger = ledger;
  memory.totals = totals;
  // A pair that a return to an earlier moment has left blank carries nothing.
  copy_to(
      memory.pairs, contacts.pairs,
      [](const auto& pair, PairMemory& saved) { saved = pair->memory; },
      [](const auto& pair) { return pair->memory.last_claim >= 0; });
  copy_to(
      memory.strands, strands,
      [](const SessionStrand& strand, SessionMemory::OfStrand& saved) {
        saved.parameters = strand.linearised.strand;
        saved.memory = strand.memory;
        saved.damage = strand.damage;
        saved.energy = strand.energy;
        saved.is_cut = strand.is_cut;
      },
      [](const SessionStrand&) { return true; });
  std::erase_if(memory.vertices, [this](const auto& entry) {
    return std::ranges::none_of(deformed, [&entry](const SessionCollider* collider) {
      return collider->id.value == entry.first;
    });
  });
  for (const SessionCollider* collider : deformed)
    collider->vertices->save(memory.vertices[collider->id.value]);
}

void SessionState::restore(const SessionMemory& memory) {
  clear_results();
  near.clear();
  time = memory.time;
  substep = memory.substep;
  ledger = memory.ledger;
  totals = memory.totals;
  for (auto& [id, collider] : colliders) collider.moved_in_substep = -1;
  for (auto& [key, pair] : contacts.pairs) pair->memory = {};
  for (const auto& [key, saved] : memory.pairs) {
    const auto casting = colliders.find(key.first), target = colliders.find(key.second);
    if (casting == colliders.end() || target == colliders.end()) continue;
    if (SessionPair* pair = contacts.pair_again(casting->second, target->second))
      pair->memory = saved;
  }
  for (auto& [id, strand] : strands) {
    const auto saved = memory.strands.find(id);
    if (saved == memory.strands.end()) continue;
    strand.linearised.strand = saved->second.parameters;
    strand.memory = saved->second.memory;
    strand.damage = saved->second.damage;
    strand.energy = saved->second.energy;
    strand.is_cut = saved->second.is_cut;
    strand.is_reported = false;
  }
  for (SessionCollider* collider : deformed)
    if (const auto saved = memory.vertices.find(collider->id.value); saved != memory.vertices.end())
      collider->vertices->restore(saved->second);
}

std::size_t size_of(const SessionMemory& memory) {
  constexpr std::size_t k_node = 64;  // of a map, beside its value
  const auto list = [](const auto& values) { return values.capacity() * sizeof(*values.data()); };
  std::size_t size = sizeof memory;
  for (const auto& [key, pair] : memory.pairs)
    size += sizeof pair + k_node + list(pair.bristles) + list(pair.sliding.worn_depth) +
            list(pair.account.pressing);
  for (const auto& [id, strand] : memory.strands) size += sizeof strand + k_node;
  for (const auto& [id, vertices] : memory.vertices)
    size += sizeof vertices + k_node + list(vertices.positions) + list(vertices.aims);
  return size;
}

}  // namespace condyle
