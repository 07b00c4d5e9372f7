#include "core/src/solver/pair_touch.h"

#include <algorithm>

#include "core/src/solver/pair_search.h"

namespace condyle {
namespace {

/// Finds the first touch on the free path or, if that never touches, on the actual one: joints may
/// have thrown the bodies together.
Meeting find_first_touch(PairStep& pair, const PairPath& path, const PairPath& free_path) {
  const bool free_touches = touches(pair.pair, free_path, pair.reach, free_path.duration);
  return find_meeting(pair.pair, free_touches ? free_path : path, pair.reach);
}

void add(const Eigen::Vector3d& force_W, double duration, double end, Encounter& encounter) {
  encounter.impulse_W += duration * force_W;
  if (force_W.norm() <= encounter.peak_force) return;
  encounter.peak_force = force_W.norm();
  encounter.peak_time = end;
}

}  // namespace

void follow_touch(PairStep& pair, std::size_t index, const PairPath& path,
                  const PairPath& free_path, double time, const Eigen::Vector3d& force_W,
                  std::vector<TouchEvent>& events) {
  Touch& touch = pair.touch_now;
  const double end = time + path.duration;
  if (touch.is_touching) add(force_W, path.duration, end, touch.encounter);
  const bool keeps_on =
      touch.is_touching ? pair.linearised.touches_at_end() : pair.linearised.is_empty();
  if (keeps_on) return;

  const bool is_touching = touches(pair.pair, path, pair.reach, path.duration);
  if (is_touching && !touch.is_touching) {
    const Meeting meeting = find_first_touch(pair, path, free_path);
    touch.encounter = {};
    touch.encounter.start = time + meeting.time;
    touch.encounter.impact_speed = -meeting.velocity_W.dot(meeting.normal_W);
    events.push_back(
        {TouchKind::first_touch, index, touch.encounter.start, meeting, touch.encounter});
    add(force_W, path.duration, end, touch.encounter);
  }
  if (!is_touching && touch.is_touching) {
    const Meeting meeting = find_meeting(pair.pair, path, pair.reach);
    events.push_back(
        {TouchKind::last_release, index, time + meeting.time, meeting, touch.encounter});
  }
  touch.is_touching = is_touching;
  search_where_found(pair);
}

double time_of_touch(PairStep& pair, const PairPath& free_path) {
  constexpr double k_least_part = 1e-6;  // shorter parts are not worth a sub-step
  if (pair.touch_now.is_touching || pair.linearised.is_empty()) return 0;
  const double duration = free_path.duration;
  double time = 0;
  if (touches(pair.pair, free_path, pair.reach, duration))
    time = find_meeting(pair.pair, free_path, pair.reach).time;
  search_where_found(pair);
  // A sub-step within the tolerance of a search would end at a touch that the next one finds again.
  const double least = std::max(k_least_part * duration, 2 * k_meeting_tolerance);
  const bool is_inside = time > least && time < duration - least;
  return is_inside ? time : 0.0;
}

}  // namespace condyle
