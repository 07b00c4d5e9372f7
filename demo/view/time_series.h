#pragma once

#include <string>
#include <vector>

namespace condyle {

/// Figures over time for the plots: one line per name, samples in the order of time.
class TimeSeries {
 public:
  struct Line {
    std::string name;
    std::vector<float> values;
  };

  /// Adds the values of one instant; a change of names or a step back in time starts anew. Samples
  /// closer than k_spacing are dropped, and those that lie further back than k_memory.
  void add(double time, const std::vector<std::string>& names, const std::vector<double>& values);
  void clear();

  const std::vector<float>& times() const { return times_; }
  const std::vector<Line>& lines() const { return lines_; }

  static constexpr double k_spacing = 1.0 / 120, k_memory = 12;  // [s]

 private:
  bool continues(double time, const std::vector<std::string>& names) const;
  void drop_old(double time);

  std::vector<float> times_;
  std::vector<Line> lines_;
};

}  // namespace condyle
