#include "simulate/step_times.h"

#include <fmt/format.h>

#include <algorithm>

namespace condyle {
namespace {

constexpr double k_microsecond = 1e-6;
constexpr const char* k_names[] = {"gather",  "find contact", "solve",
                                   "publish", "engine, rest", "whole step"};

double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void StepTimes::add(const StageTimes& stages, double wall_time, double dt) {
  const Step step{{stages.gather, stages.find, stages.solve, stages.publish,
                   std::max(0.0, wall_time - stages.total()), wall_time},
                  dt};
  if (steps_.size() < capacity_) {
    steps_.push_back(step);
    return;
  }
  steps_[next_] = step;
  next_ = (next_ + 1) % capacity_;
}

void StepTimes::clear() {
  steps_.clear();
  next_ = 0;
}

std::vector<StageTiming> StepTimes::timings() const {
  std::vector<StageTiming> timings;
  if (steps_.empty()) return timings;
  std::vector<double> values(steps_.size());
  for (std::size_t stage = 0; stage < k_stages; ++stage) {
    StageTiming timing{k_names[stage]};
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      values[i] = steps_[i].stages[stage];
      timing.mean += values[i];
      timing.largest = std::max(timing.largest, values[i]);
    }
    timing.mean /= static_cast<double>(steps_.size());
    timing.median = median_of(values);
    timings.push_back(timing);
  }
  const double whole = timings.back().mean;
  for (StageTiming& timing : timings) timing.share = whole > 0 ? timing.mean / whole : 0;
  return timings;
}

double StepTimes::real_time_factor() const {
  double simulated = 0, wall = 0;
  for (const Step& step : steps_) {
    simulated += step.dt;
    wall += step.stages.back();
  }
  return wall > 0 ? simulated / wall : 0;
}

std::string timings_table(const StepTimes& times) {
  std::string table = fmt::format("  {:<14}{:>10}{:>10}{:>10}{:>8}\n", "\xc2\xb5s per step", "mean",
                                  "median", "most", "share");
  for (const StageTiming& timing : times.timings()) {
    table += fmt::format("  {:<14}{:>10.1f}{:>10.1f}{:>10.1f}{:>7.1f}%\n", timing.name,
                         timing.mean / k_microsecond, timing.median / k_microsecond,
                         timing.largest / k_microsecond, 100 * timing.share);
  }
  return table + fmt::format("  {:.2f} x real time\n", times.real_time_factor());
}

}  // namespace condyle
