#pragma once

#include <functional>
#include <vector>

#include "condyle/bullet/registry.h"
#include "condyle/solver/pair_touch.h"

namespace condyle::bullet {

/// First touches and last releases: collected island by island, told at the end of the step.
class ContactEvents {
 public:
  /// Keeps the reference, for its time.
  explicit ContactEvents(const Registry& registry) : registry_(&registry) {}

  std::function<void(const ContactEvent&)> listener;

  /// Of a step that is certain.
  void add(const PairState& pair, const TouchEvent& event) {
    put(event.kind, pair, event.time, event.meeting, event.encounter);
  }

  /// Ends the encounter of a pair that the step before the present one met last.
  void end(PairState& pair);

  /// Forgets what was found.
  void clear() { found_.clear(); }

  /// Hands out what was found in this step, and forgets it.
  void tell();

 private:
  void put(TouchKind kind, const PairState& pair, double event_time, const Meeting& meeting,
           const Encounter& encounter);

  const Registry* registry_;
  std::vector<ContactEvent> found_, told_;
};

}  // namespace condyle::bullet
