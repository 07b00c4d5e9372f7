#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_settings.h"
#include "core/world/src/session_pair.h"

namespace condyle {

/// Settings and regions of a pair, and its casting side.
struct PairContact {
  ContactSettings settings = {};
  std::vector<Region> regions = {};
  CastingSide side = CastingSide::first;
};

/// The contacts that were set for pairs of colliders, and the pairs that have been near.
class PairTable {
 public:
  /// (casting, target); reports refer to the pairs.
  std::map<std::pair<int, int>, std::shared_ptr<SessionPair>> pairs;

  /// Sets the contact of a pair from the next substep on. Changes nothing if it throws.
  void set_contact(SessionCollider& first, SessionCollider& second, PairContact contact);
  /// Sets the settings of all pairs without settings of their own.
  void set_default(const ContactSettings& settings);

  const ContactSettings& default_settings() const { return default_settings_; }
  /// The settings of two colliders, in either order.
  const ContactSettings& settings_of(ColliderId a, ColliderId b) const;

  /// Appends the pairs of two colliders and makes them if necessary: one pair, or two if both cast.
  void append_pairs(SessionCollider& a, SessionCollider& b, std::vector<SessionPair*>& list);

  /// The pair of two colliders in which the first casts, made if it has been dropped since it was
  /// near. Null if by the contact that was set for them since the first does not cast.
  SessionPair* pair_again(SessionCollider& casting, SessionCollider& target);

  /// Begins a substep with the pairs that are near in it. Clears the bristles of pairs that have
  /// been apart, and the energy account of pairs that have been apart or whose bodies the user has
  /// put elsewhere; drops pairs that have been apart for a while, except pairs with records that
  /// the user asked for.
  void begin_substep(std::int64_t substep, std::span<SessionPair* const> near);

  /// Drops all that has to do with a collider.
  void drop(ColliderId collider);

 private:
  void put(const SessionCollider& casting, const SessionCollider& target,
           std::shared_ptr<SessionPair> pair);
  SessionPair& obtain(SessionCollider& casting, SessionCollider& target, const PairContact&);
  SessionPair& obtain_by_default(SessionCollider& a, SessionCollider& b);

  using Contacts = std::map<std::pair<int, int>, PairContact>;  ///< (casting, target)
  /// The contact set for two colliders in either order; end() if none was set.
  Contacts::const_iterator find_contact(int a, int b) const;

  ContactSettings default_settings_;
  Contacts contacts_;
};

/// Throws InputError naming `what` if contact with a soft body does not support the settings.
void require_fit_for_soft(const ContactSettings& settings, const std::string& what);

}  // namespace condyle
