#pragma once

#include <chrono>

#include "scene_world.h"

namespace condyle {

/// A line on the terminal that says how far a run is and how long it will take. Silent where
/// standard error is no terminal, or where asked to be.
class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();  ///< clears the line

  /// At `time` of `duration` [s].
  void show(double time, double duration);

  /// Before time 0.
  void show_settling(const Settling& settling);

  double elapsed() const;  ///< wall time since construction [s]

 private:
  using Clock = std::chrono::steady_clock;
  bool is_due();
  bool shown_;
  Clock::time_point start_ = Clock::now();
  double next_ = 0;  ///< wall time of the next line [s]
};

}  // namespace condyle
