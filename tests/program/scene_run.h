#pragma once

#include <map>
#include <string>
#include <vector>

namespace condyle {

/// history.csv of a run: values per column name, NaN where a field is empty.
struct History {
  std::map<std::string, std::vector<double>> columns;
  std::size_t rows = 0;

  /// A column. Fails the test if it does not exist.
  const std::vector<double>& operator[](const std::string& name) const;
  double last(const std::string& name) const { return (*this)[name].back(); }
};

/// Reads history.csv in `folder`.
History read_history(const std::string& folder);

/// Runs `condyle simulate SCENE --quiet` into `folder`, requires exit code 0 and returns the
/// history.
History simulate(const std::string& scene, double seconds, double rate, const std::string& folder);

}  // namespace condyle
