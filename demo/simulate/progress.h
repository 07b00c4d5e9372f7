#pragma once

#include <string>

#include "base/wall_timer.h"
#include "world/scene_world.h"

namespace condyle {

/// A line on the terminal that shows the progress of a run and the remaining time. It prints
/// nothing if standard error is not a terminal or `quiet` is set.
class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();  ///< clears the line

  /// Shows that the run is at `time` of `duration` [s].
  void show(double time, double duration);

  /// Shows that a part of a test has done as many of its steps.
  void show_work(const std::string& part, int done, int all);

  /// Shows the progress of settling, before time 0.
  void show_settling(const Settling& settling);

 private:
  static constexpr double k_first = 0.2;  // [s] what is quick shows nothing
  bool is_due();
  bool shown_;
  WallTimer timer_;
  double next_ = k_first;  ///< wall time of the next update [s]
};

}  // namespace condyle
