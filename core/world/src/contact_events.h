#pragma once

#include <functional>
#include <vector>

#include "condyle/world/step_report.h"
#include "core/src/solver/touch_event.h"
#include "core/world/src/session_pair.h"

namespace condyle {

/// Collects first touches and last releases island by island and reports them at the end of the
/// step.
class ContactEvents {
 public:
  std::function<void(const ContactEvent&)> listener;

  /// Adds an event of an accepted step.
  void add(const SessionPair& pair, const TouchEvent& event) {
    put(event.kind, pair, event.time, event.meeting, event.encounter);
  }

  /// Ends the encounter of a pair that was last claimed in the previous step, which ended at `time`
  /// [s].
  void end(SessionPair& pair, double time);

  /// Drops the events collected so far.
  void clear() { found_.clear(); }

  /// Passes the events of this step to the listener and drops them.
  void publish();

 private:
  void put(TouchKind kind, const SessionPair& pair, double event_time, const Meeting& meeting,
           const Encounter& encounter);

  std::vector<ContactEvent> found_, published_;
};

}  // namespace condyle
