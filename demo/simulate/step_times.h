#pragma once

#include <array>
#include <string>
#include <vector>

#include "condyle/solver/step.h"

namespace condyle {

/// Wall time of one stage, over a number of steps [s].
struct StageTiming {
  const char* name = "";
  double mean = 0, median = 0, largest = 0;
  double share = 0;  ///< share of the mean step
};

/// Wall times of the last steps by stage.
class StepTimes {
 public:
  /// Keeps the last `capacity` steps and drops older ones.
  explicit StepTimes(std::size_t capacity) : capacity_(capacity) {}

  /// Adds a step of length `dt` that took `wall_time`, of which the session's stages took `stages`
  /// [s].
  void add(const StageTimes& stages, double wall_time, double dt);
  /// Forgets all steps.
  void clear();

  /// The stages of the session in order, then the remainder for the engine and the scene, then the
  /// whole step.
  std::vector<StageTiming> timings() const;

  /// Simulated time divided by wall time.
  double real_time_factor() const;

 private:
  static constexpr std::size_t k_stages = 6;
  struct Step {
    std::array<double, k_stages> stages;
    double dt;
  };
  std::size_t capacity_;
  /// Index of the oldest step, which add() replaces once capacity_ is reached.
  std::size_t next_ = 0;
  std::vector<Step> steps_;
};

/// A table for the terminal: one line per stage, times in microseconds.
std::string timings_table(const StepTimes& times);

}  // namespace condyle
