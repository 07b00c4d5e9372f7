#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot_sheet.h"

namespace condyle {

/// One figure beside what it should be.
struct Check {
  std::string what;
  std::string unit;  ///< of both figures; "1" for a ratio
  double measured = 0, expected = 0;
  double tolerance = 0;                   ///< acceptance: the largest deviation
  bool is_absolute = false;               ///< the tolerance is in `unit`; else a part of `expected`
  std::optional<double> by_springs = {};  ///< the same figure by springs side by side; not judged
};

/// The part of an activity of ASME V&V 40-2018 that a family of checks is.
enum class Activity {
  code_verification,         ///< the program solves its equations
  calculation_verification,  ///< the error of nodes and solver is known
  validation,                ///< the equations describe what was measured
};

/// Checks that answer one question by one comparator.
struct CheckFamily {
  std::string name;
  Activity activity = Activity::code_verification;
  std::string question;    ///< question of interest
  std::string comparator;  ///< what the figures are compared with, and its source
  std::string acceptance;  ///< why the tolerance is what it is
  std::vector<Check> checks = {};
  std::vector<SheetPlot> plots = {};
  std::string not_run_because = {};  ///< not empty: there are no checks, for this reason
};

/// Deviation of the measured figure: in the check's unit if its tolerance is absolute, else over
/// the expected figure.
double deviation(const Check& check);
bool passes(const Check& check);
bool passes(const CheckFamily& family);  ///< all of its checks; also if there are none

std::string word_of(Activity activity);

/// The deviation and the acceptance as text: "+0.12 % (1 %)".
std::string deviation_text(const Check& check);

}  // namespace condyle
