#pragma once

#include <fmt/core.h>

#include <cstdlib>
#include <initializer_list>
#include <string>

namespace condyle::test {

/// Whether the run is to print figures for the tables of docs/mujoco.md: tests/engines/print_table.
inline bool prints_figures() { return std::getenv("CONDYLE_FIGURES") != nullptr; }

/// Prints a row of figures for such a table, if it is wanted.
inline void note(const std::string& what, std::initializer_list<double> values) {
  if (!prints_figures()) return;
  fmt::print("figure\t{}", what);
  for (const double value : values) fmt::print("\t{:.6g}", value);
  fmt::print("\n");
}

}  // namespace condyle::test
