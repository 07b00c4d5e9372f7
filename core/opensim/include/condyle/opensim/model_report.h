#pragma once

#include <string>
#include <vector>

namespace condyle {

/// A list of what a reader ignored or changed, with one line for each kind.
struct ModelReport {
  struct Line {
    std::string what;  ///< for example "Millard2012EquilibriumMuscle"
    int count = 0;
    std::string consequence;  ///< the effect on results
  };
  std::vector<Line> lines;  ///< in order of first occurrence

  /// Counts one more `what`; the first consequence given for it is kept. After 200 kinds, all
  /// further kinds are counted together in one line.
  void add(const std::string& what, const std::string& consequence);

  /// Puts the lines of another report after these.
  void add(const ModelReport& more);
};

/// The report as text, one line per entry: "what (count): consequence". Empty if there are no
/// entries.
std::string to_text(const ModelReport& report);

}  // namespace condyle
