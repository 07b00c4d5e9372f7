#include "view/playback.h"

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

constexpr double k_longest_burst = 0.05;  // wall time for steps within one frame [s]
constexpr double k_longest_frame = 0.1;   // most time counted for a frame, as after a stall [s]
constexpr double k_average_over = 1.0;    // [s]

}  // namespace

void Playback::advance(double wall_seconds, const std::function<void(double)>& step,
                       const std::function<double()>& wall_clock) {
  const double dt = 1 / rate;
  if (playing) due += speed * std::min(wall_seconds, k_longest_frame);
  if (!playing) due = steps_wanted * dt;
  steps_wanted = 0;

  const double start = wall_clock();
  double stepped = 0;
  // A rounding error must not delay a step that is just due.
  while (due >= dt * (1 - 1e-9)) {
    step(dt);
    due -= dt;
    stepped += dt;
    if (wall_clock() - start > k_longest_burst) break;
  }
  due = std::clamp(due, 0.0, dt);

  if (wall_seconds > 0) {
    measured = std::min(measured + wall_seconds, k_average_over);
    const double weight = std::min(1.0, wall_seconds / measured);
    reached += weight * (stepped / wall_seconds - reached);
  }
}

double Playback::follow(double time, double first, double last, double wall_seconds) {
  if (!playing) return time;
  const double next = time + speed * std::min(wall_seconds, k_longest_frame);
  if (next <= last) return next;
  if (at_end == AtEnd::start_again && last > first)
    return first + std::fmod(next - first, last - first);
  playing = false;
  return last;
}

void Playback::restart() { due = reached = measured = 0; }

}  // namespace condyle
