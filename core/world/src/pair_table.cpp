#include "core/world/src/pair_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "condyle/error.h"
#include "core/src/contact/casting_side.h"
#include "core/src/contact/laws/law_description.h"

namespace condyle {
namespace {

using Key = std::pair<int, int>;

Key key_of(const SessionCollider& casting, const SessionCollider& target) {
  return {casting.id.value, target.id.value};
}

/// The default settings, adapted to the casting collider: surfaces whose vertices move cast only
/// from triangles.
ContactSettings fit_for(ContactSettings settings, const SessionCollider& casting) {
  if (casting.vertices != nullptr) settings.casts_from = CastingElements::triangles;
  return settings;
}

std::shared_ptr<SessionPair> make_pair_of(SessionCollider& casting, SessionCollider& target,
                                          const PairContact& contact) {
  auto pair = std::make_shared<SessionPair>(
      casting, target,
      ContactPair(casting.surface, target.surface, contact.settings, contact.regions));
  if (contact.side == CastingSide::both) pair->pair.set_share(0.5);
  pair->casts_coarsely = casts_coarsely(*casting.surface, *target.surface);
  return pair;
}

bool is_clear(const SlidingRecord& record) {
  return record.sliding_distance == 0 && record.friction_work == 0 && record.worn_depth.empty();
}

/// If neither body was put elsewhere, the pair comes together from a state without pressure, and
/// its account opens with no energy.
void forget_touching(SessionPair& pair, std::int64_t substep) {
  PairMemory& memory = pair.memory;
  const bool was_put = pair.casting_collider.was_put || pair.target_collider.was_put;
  const bool was_apart = memory.last_claim != substep - 1;
  if (was_apart) memory.bristles.clear();
  if (was_apart || was_put) {
    memory.account = {};
    memory.account.is_open = !was_put;
    memory.elastic = -1;
  }
  memory.last_claim = substep;
}

void require_possible(const SessionCollider& first, const SessionCollider& second,
                      const PairContact& contact) {
  const auto refuse = [&](const char* problem) {
    throw InputError(
        fmt::format("set_contact: '{}' and '{}' {}", first.name, second.name, problem));
  };
  if (first.body == second.body) refuse("are on one body");
  if (first.is_soft && second.is_soft)
    refuse("are both soft bodies, which keep the engine's own contact");
  if (first.is_soft || second.is_soft)
    require_fit_for_soft(contact.settings,
                         fmt::format("set_contact of '{}' and '{}'", first.name, second.name));
  if (contact.side == CastingSide::automatic && !contact.regions.empty())
    refuse("have regions, which are of the casting mesh; say which casts");
}

}  // namespace

void require_fit_for_soft(const ContactSettings& settings, const std::string& what) {
  const auto refuse = [&what](const char* problem) { throw InputError(what + problem); };
  if (acts_on_patches(settings.normal))
    refuse(": a soft body takes a law that acts on triangles; set NormalLaw::acting to it");
  if (settings.normal.kind == NormalLawKind::user || settings.friction.mode == FrictionMode::user)
    refuse(": a soft body takes no law of the user's");
  if (settings.friction.mode == FrictionMode::stiction)
    refuse(": a soft body takes no stiction; use FrictionMode::on");
}

void PairTable::set_contact(SessionCollider& first, SessionCollider& second, PairContact contact) {
  require_possible(first, second, contact);
  SessionCollider *casting = &first, *target = &second;
  if (contact.side == CastingSide::automatic) {
    contact.side = CastingSide::first;
    if (casts_better(*second.surface, *first.surface, contact.settings)) std::swap(casting, target);
  }
  std::shared_ptr<SessionPair> pair = make_pair_of(*casting, *target, contact), reverse;
  if (contact.side == CastingSide::both)
    reverse = make_pair_of(*target, *casting, {contact.settings, {}, contact.side});
  contacts_.erase(key_of(*target, *casting));
  contacts_[key_of(*casting, *target)] = std::move(contact);
  put(*casting, *target, std::move(pair));
  if (reverse)
    put(*target, *casting, std::move(reverse));
  else
    pairs.erase(key_of(*target, *casting));
}

void PairTable::set_default(const ContactSettings& settings) {
  std::map<Key, std::shared_ptr<SessionPair>> anew;  // made before anything changes
  for (const auto& [key, pair] : pairs) {
    if (find_contact(key.first, key.second) != contacts_.end()) continue;
    const ContactSettings fit = fit_for(settings, pair->casting_collider);
    const ContactSettings& present = pair->pair.settings();
    if (fit.casts_from != present.casts_from || fit.formulation != present.formulation)
      anew[key] = make_pair_of(pair->casting_collider, pair->target_collider, {fit});
  }
  default_settings_ = settings;
  for (auto& [key, pair] : pairs) {
    if (find_contact(key.first, key.second) != contacts_.end()) continue;
    if (const auto made = anew.find(key); made != anew.end())
      put(pair->casting_collider, pair->target_collider, std::move(made->second));
    else
      pair->pair.set_settings(fit_for(settings, pair->casting_collider));
  }
}

/// Puts a pair in place of an old one, if there is one. Touch and sliding continue through a change
/// of settings. If other elements cast than before, the sliding record starts anew, since its wear
/// is per casting element.
void PairTable::put(const SessionCollider& casting, const SessionCollider& target,
                    std::shared_ptr<SessionPair> pair) {
  std::shared_ptr<SessionPair>& place = pairs[key_of(casting, target)];
  if (place) {
    pair->memory.touch = place->memory.touch;
    if (pair->pair.settings().casts_from == place->pair.settings().casts_from)
      pair->memory.sliding = std::move(place->memory.sliding);
    pair->memory.last_claim = place->memory.last_claim;
  }
  place = std::move(pair);
}

auto PairTable::find_contact(int a, int b) const -> Contacts::const_iterator {
  const auto found = contacts_.find({a, b});
  return found != contacts_.end() ? found : contacts_.find({b, a});
}

const ContactSettings& PairTable::settings_of(ColliderId a, ColliderId b) const {
  const auto found = find_contact(a.value, b.value);
  return found != contacts_.end() ? found->second.settings : default_settings_;
}

void PairTable::append_pairs(SessionCollider& a, SessionCollider& b,
                             std::vector<SessionPair*>& list) {
  const auto found = find_contact(a.id.value, b.id.value);
  if (found != contacts_.end()) {
    const PairContact& contact = found->second;
    if (!contact.settings.applies_force) return;
    const bool is_turned = found->first.first == b.id.value;
    SessionCollider &casting = is_turned ? b : a, &target = is_turned ? a : b;
    list.push_back(&obtain(casting, target, contact));
    if (contact.side == CastingSide::both)
      list.push_back(&obtain(target, casting, {contact.settings, {}, contact.side}));
    return;
  }
  // Two soft bodies keep the engine's own contact.
  if (!default_settings_.applies_force || (a.is_soft && b.is_soft)) return;
  list.push_back(&obtain_by_default(a, b));
}

SessionPair& PairTable::obtain(SessionCollider& casting, SessionCollider& target,
                               const PairContact& contact) {
  const Key key = key_of(casting, target);
  const auto found = pairs.find(key);
  if (found != pairs.end()) return *found->second;
  return *(pairs[key] = make_pair_of(casting, target, contact));
}

/// The pair of two colliders for which no contact was set. The casting side is chosen only once:
/// choosing takes time, and the choice could change if a surface deforms.
SessionPair& PairTable::obtain_by_default(SessionCollider& a, SessionCollider& b) {
  SessionCollider *casting = &a, *target = &b;
  if (b.id.value < a.id.value) std::swap(casting, target);
  for (const Key& key : {key_of(*casting, *target), key_of(*target, *casting)})
    if (const auto found = pairs.find(key); found != pairs.end()) return *found->second;
  if (casts_better(*target->surface, *casting->surface, default_settings_))
    std::swap(casting, target);
  return obtain(*casting, *target, {fit_for(default_settings_, *casting)});
}

SessionPair* PairTable::pair_again(SessionCollider& casting, SessionCollider& target) {
  const auto found = find_contact(casting.id.value, target.id.value);
  if (found == contacts_.end())
    return &obtain(casting, target, {fit_for(default_settings_, casting)});
  const PairContact& contact = found->second;
  if (found->first == key_of(casting, target)) return &obtain(casting, target, contact);
  if (contact.side != CastingSide::both) return nullptr;
  return &obtain(casting, target, {contact.settings, {}, contact.side});
}

void PairTable::begin_substep(std::int64_t substep, std::span<SessionPair* const> near) {
  constexpr int k_substeps = 8;
  for (SessionPair* pair : near) forget_touching(*pair, substep);
  std::erase_if(pairs, [substep](const auto& entry) {
    const PairMemory& memory = entry.second->memory;
    return memory.last_claim < substep - k_substeps && !memory.touch.is_touching &&
           is_clear(memory.sliding);
  });
}

void PairTable::drop(ColliderId collider) {
  const auto is_of_collider = [id = collider.value](const auto& entry) {
    return entry.first.first == id || entry.first.second == id;
  };
  std::erase_if(pairs, is_of_collider);
  std::erase_if(contacts_, is_of_collider);
}

}  // namespace condyle
