#pragma once

#include <functional>

namespace condyle {

/// The behaviour at the end of a recorded motion or of a scene's duration.
enum class AtEnd {
  start_again,
  stop,   ///< pauses at the end
  go_on,  ///< ignores the end; for scenes only
};

constexpr const char* word_of(AtEnd value) {
  switch (value) {
    case AtEnd::start_again:
      return "start again";
    case AtEnd::stop:
      return "stop";
    case AtEnd::go_on:
      return "go on";
  }
  return nullptr;
}

/// Converts elapsed wall time into steps of equal length.
struct Playback {
  bool playing = true;
  double rate = 240;     ///< steps per simulated second [Hz], > 0
  double speed = 1;      ///< simulated seconds wanted per wall second, > 0
  double reached = 0;    ///< simulated seconds achieved per wall second, over about one second
  double measured = 0;   ///< wall time over which `reached` is averaged [s]
  double due = 0;        ///< simulated time that is due but not yet stepped [s]
  int steps_wanted = 0;  ///< number of single steps requested while paused
  AtEnd at_end = AtEnd::start_again;

  /// Makes the steps that are due after `wall_seconds` by calling `step(dt)`. Stops early if they
  /// take longer than a frame may; the backlog is dropped, so that the world runs slower but not in
  /// bursts. `wall_clock()` [s] measures the duration.
  void advance(double wall_seconds, const std::function<void(double)>& step,
               const std::function<double()>& wall_clock);

  /// The time of a recorded motion from `first` to `last` [s] that is shown `wall_seconds` after
  /// `time`. After the end it starts again, or stays at the end and pauses.
  double follow(double time, double first, double last, double wall_seconds);

  /// Drops the backlog, for example after a reset.
  void restart();
};

}  // namespace condyle
