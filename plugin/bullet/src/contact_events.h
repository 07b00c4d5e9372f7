#pragma once

#include <functional>
#include <vector>

#include "core/src/solver/pair_touch.h"
#include "plugin/bullet/src/registry.h"

namespace condyle::bullet {

/// Collects first touches and last releases island by island and reports them at the end of the
/// step.
class ContactEvents {
 public:
  /// Keeps the reference, which provides the time.
  explicit ContactEvents(const Registry& registry) : registry_(&registry) {}

  std::function<void(const ContactEvent&)> listener;

  /// Adds an event of an accepted step.
  void add(const PairState& pair, const TouchEvent& event) {
    put(event.kind, pair, event.time, event.meeting, event.encounter);
  }

  /// Ends the encounter of a pair that was last claimed in the previous step.
  void end(PairState& pair);

  /// Drops the events collected so far.
  void clear() { found_.clear(); }

  /// Passes the events of this step to the listener and drops them.
  void publish();

 private:
  void put(TouchKind kind, const PairState& pair, double event_time, const Meeting& meeting,
           const Encounter& encounter);

  const Registry* registry_;
  std::vector<ContactEvent> found_, published_;
};

}  // namespace condyle::bullet
