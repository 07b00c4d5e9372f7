#pragma once

#include <array>
#include <functional>

namespace condyle {

/// What happens where a recorded motion, or a scene, is over.
enum class AtEnd {
  start_again,
  stop,   ///< it pauses there
  go_on,  ///< of a scene alone: nothing happens
};
inline constexpr std::array<const char*, 3> k_at_end_names = {"start again", "stop", "go on"};

/// Turns the time that passes on the wall into steps of equal length.
struct Playback {
  bool playing = true;
  double rate = 240;     ///< steps per simulated second [Hz], > 0
  double speed = 1;      ///< simulated seconds wanted per second on the wall, > 0
  double reached = 0;    ///< simulated seconds per second on the wall, over about the last second
  double measured = 0;   ///< wall time that `reached` is averaged over [s]
  double owed = 0;       ///< simulated time not yet stepped [s]
  int steps_wanted = 0;  ///< single steps asked for while paused
  AtEnd at_end = AtEnd::start_again;

  /// Makes the steps that `wall_seconds` ask for, by calling `step(dt)`. Stops early where they
  /// take longer than a frame may (the backlog is then dropped: the world runs slower, never in
  /// bursts). `wall_clock()` [s] tells how long they take.
  void advance(double wall_seconds, const std::function<void(double)>& step,
               const std::function<double()>& wall_clock);

  /// The time of a recorded motion, from `first` to `last` [s], that is shown `wall_seconds` after
  /// `time`. Past the end it starts again, or stays there and pauses.
  double follow(double time, double first, double last, double wall_seconds);

  /// Forgets what is owed, as after a reset.
  void restart();
};

}  // namespace condyle
