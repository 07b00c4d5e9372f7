#include "core/world/src/contact_events.h"

#include <algorithm>
#include <tuple>

namespace condyle {

void ContactEvents::end(SessionPair& pair, double time) {
  put(TouchKind::last_release, pair, time, {}, pair.memory.touch.encounter);
  pair.memory.touch = {};
}

void ContactEvents::put(TouchKind kind, const SessionPair& pair, double event_time,
                        const Meeting& meeting, const Encounter& encounter) {
  found_.push_back({kind, pair.casting, pair.target, event_time, meeting.p_W, meeting.normal_W,
                    meeting.velocity_W, encounter});
}

void ContactEvents::publish() {
  found_.swap(published_);
  found_.clear();
  const auto order = [](const ContactEvent& event) {
    return std::tuple(event.time, event.casting.value, event.target.value, event.kind);
  };
  std::ranges::sort(published_, {}, order);
  const auto present = listener;  // a copy, since the listener may set another one
  if (!present) return;
  for (const ContactEvent& event : published_) present(event);
}

}  // namespace condyle
