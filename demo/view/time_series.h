#pragma once

#include <string>
#include <vector>

namespace condyle {

/// Values over time for the plots: one line per name, samples in order of time.
class TimeSeries {
 public:
  struct Line {
    std::string name;
    std::vector<float> values;
  };

  enum class Keep {
    recent,  ///< drops samples closer together than k_spacing, and those far older than k_memory
    all,
  };
  explicit TimeSeries(Keep keep = Keep::recent) : keep_(keep) {}

  /// Adds the values at one time. Other names or a step back in time clear the series first.
  void add(double time, const std::vector<std::string>& names, const std::vector<double>& values);
  /// Whether add() would keep a sample at this time.
  bool is_due(double time) const;
  /// From now on there are lines of these names. Those that were there stay; others are NaN so far.
  void keep_lines(const std::vector<std::string>& names);
  void clear();
  /// Drops the samples after `time`.
  void forget_after(double time);

  Keep keep() const { return keep_; }
  const std::vector<float>& times() const { return times_; }
  const std::vector<Line>& lines() const { return lines_; }

  static constexpr double k_spacing = 1.0 / 120, k_memory = 60;  // [s]

 private:
  bool continues(double time, const std::vector<std::string>& names) const;
  void drop_old(double time);

  Keep keep_;
  std::vector<float> times_;
  std::vector<Line> lines_;
};

}  // namespace condyle
