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

  enum class Keep {
    recent,  ///< samples closer than k_spacing are dropped, and those further back than k_memory
    all,
  };
  explicit TimeSeries(Keep keep = Keep::recent) : keep_(keep) {}

  /// Adds the values of one instant; a change of names or a step back in time starts anew.
  void add(double time, const std::vector<std::string>& names, const std::vector<double>& values);
  void clear();

  const std::vector<float>& times() const { return times_; }
  const std::vector<Line>& lines() const { return lines_; }

  static constexpr double k_spacing = 1.0 / 120, k_memory = 12;  // [s]

 private:
  bool continues(double time, const std::vector<std::string>& names) const;
  void drop_old(double time);

  Keep keep_;
  std::vector<float> times_;
  std::vector<Line> lines_;
};

}  // namespace condyle
