#pragma once

#include <string>
#include <vector>

namespace condyle {

/// What a reader met and did not take over as it stands: each kind of thing once.
struct ModelReport {
  struct Line {
    std::string what;  ///< such as "Millard2012EquilibriumMuscle"
    int count = 0;
    std::string consequence;  ///< what follows for results
  };
  std::vector<Line> lines;  ///< in the order in which they were met

  /// Counts one more `what`. The consequence is that of the first. Behind 200 kinds all further
  /// ones are counted together.
  void add(const std::string& what, const std::string& consequence);
};

/// The report as text, a line for each entry: "what (count): consequence". Empty where there is
/// none.
std::string to_text(const ModelReport& report);

}  // namespace condyle
