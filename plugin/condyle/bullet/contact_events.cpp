#include "condyle/bullet/contact_events.h"

#include <algorithm>
#include <tuple>

namespace condyle::bullet {
namespace {

/// Along the free path, unless that never touches: of what joints have thrown at one another.
Meeting find_first_touch(PairState& pair, const PairPath& path, const PairPath& free_path) {
  const bool free_touches = touches(pair.pair, free_path, pair.reach, free_path.duration);
  return find_meeting(pair.pair, free_touches ? free_path : path, pair.reach);
}

/// For what remembers the hits by their order.
void find_hits_again(PairState& pair) {
  const auto found = pair.pair.find_hits(pair.X_CT_found, pair.reach);
  pair.hits.assign(found.begin(), found.end());
}

void add(const Eigen::Vector3d& force_W, double duration, double end, Encounter& encounter) {
  encounter.impulse_W += duration * force_W;
  if (force_W.norm() <= encounter.peak_force) return;
  encounter.peak_force = force_W.norm();
  encounter.peak_time = end;
}

}  // namespace

void ContactEvents::follow(PairState& pair, const PairPath& path, const PairPath& free_path,
                           double start, const Eigen::Vector3d& force_W) {
  Touch& touch = pair.touch_now;
  const double end = registry_->time + start + path.duration;
  if (touch.is_touching) add(force_W, path.duration, end, touch.encounter);
  const bool keeps_on = touch.is_touching ? pair.frozen.touches_at_end() : pair.frozen.is_empty();
  if (keeps_on) return;

  const bool is_touching = touches(pair.pair, path, pair.reach, path.duration);
  if (is_touching && !touch.is_touching) {
    const Meeting meeting = find_first_touch(pair, path, free_path);
    touch.encounter = {};
    touch.encounter.start = registry_->time + start + meeting.time;
    touch.encounter.impact_speed = -meeting.velocity_W.dot(meeting.normal_W);
    put(ContactEvent::Kind::first_touch, pair, meeting, touch.encounter.start);
    add(force_W, path.duration, end, touch.encounter);
  }
  if (!is_touching && touch.is_touching) {
    const Meeting meeting = find_meeting(pair.pair, path, pair.reach);
    put(ContactEvent::Kind::last_release, pair, meeting, registry_->time + start + meeting.time);
  }
  touch.is_touching = is_touching;
  find_hits_again(pair);
}

double ContactEvents::time_of_touch(PairState& pair, const PairPath& free_path) {
  constexpr double k_least_part = 1e-6;  // shorter parts are not worth a sub-step
  if (pair.touch_now.is_touching || pair.frozen.is_empty()) return 0;
  const double duration = free_path.duration;
  double time = 0;
  if (touches(pair.pair, free_path, pair.reach, duration))
    time = find_meeting(pair.pair, free_path, pair.reach).time;
  find_hits_again(pair);
  // Nor are those that a second search for the same touch could find.
  const double least = std::max(k_least_part * duration, 2 * k_meeting_tolerance);
  const bool is_inside = time > least && time < duration - least;
  return is_inside ? time : 0.0;
}

void ContactEvents::end(PairState& pair) {
  pair.touch_now = pair.memory.touch;
  put(ContactEvent::Kind::last_release, pair, {}, registry_->time);
  pair.memory.touch = {};
}

void ContactEvents::put(ContactEvent::Kind kind, const PairState& pair, const Meeting& meeting,
                        double event_time) {
  found_.push_back({kind, pair.casting, pair.target, event_time, meeting.p_W, meeting.normal_W,
                    meeting.velocity_W, pair.touch_now.encounter});
}

void ContactEvents::tell() {
  found_.swap(told_);
  found_.clear();
  const auto order = [](const ContactEvent& event) {
    return std::tuple(event.time, event.casting.value, event.target.value, event.kind);
  };
  std::ranges::sort(told_, {}, order);
  const auto present = listener;  // which may set another one
  if (!present) return;
  for (const ContactEvent& event : told_) present(event);
}

}  // namespace condyle::bullet
