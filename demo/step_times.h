#pragma once

#include <array>
#include <string>
#include <vector>

#include "condyle/bullet/plugin.h"

namespace condyle {

/// How long one stage of a step took, over a number of steps [s].
struct StageTiming {
  const char* name = "";
  double mean = 0, median = 0, largest = 0;
  double share = 0;  ///< of the mean step
};

/// Wall times of the last steps, by stage.
class StepTimes {
 public:
  /// Remembers so many steps, older ones are dropped.
  explicit StepTimes(std::size_t capacity) : capacity_(capacity) {}

  /// A step of `dt` that took `wall_time`, of which the plugin took `stages` [s].
  void add(const bullet::StageTimes& stages, double wall_time, double dt);
  void clear();

  bool empty() const { return steps_.empty(); }

  /// The plugin's stages in their order, what is left for Bullet and the scene, the whole step.
  std::vector<StageTiming> timings() const;

  /// Simulated time over wall time.
  double real_time_factor() const;

 private:
  static constexpr std::size_t k_stages = 6;
  struct Step {
    std::array<double, k_stages> stages;
    double dt;
  };
  std::size_t capacity_;
  std::size_t next_ = 0;  ///< where the next step goes once all places are taken
  std::vector<Step> steps_;
};

/// A table for the terminal: a line per stage, in microseconds.
std::string timings_table(const StepTimes& times);

}  // namespace condyle
