#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/plot_sheet.h"

namespace condyle {

/// A measured figure and its expected value.
struct Check {
  std::string what;
  std::string unit;  ///< unit of both figures; "1" for a ratio
  double measured = 0, expected = 0;
  double tolerance = 0;      ///< acceptance: the largest deviation allowed
  bool is_absolute = false;  ///< tolerance in `unit`; false: as a fraction of `expected`
  std::optional<double> by_springs = {};  ///< the figure by the springs law; not judged
};

/// The activity of ASME V&V 40-2018 to which a family of checks belongs.
enum class Activity {
  code_verification,         ///< the program solves its equations
  calculation_verification,  ///< the error of nodes and solver is known
  validation,                ///< the equations describe what was measured
};

/// Checks that answer one question with one comparator.
struct CheckFamily {
  std::string name;
  Activity activity = Activity::code_verification;
  std::string question;    ///< question of interest
  std::string comparator;  ///< what the figures are compared with, and its source
  std::string acceptance;  ///< reason for the tolerance
  std::vector<Check> checks = {};
  std::vector<SheetPlot> plots = {};
  std::string not_run_because = {};  ///< not empty: there are no checks, for this reason
};

/// Deviation of the measured figure: in the check's unit if its tolerance is absolute, else as a
/// fraction of the expected figure's magnitude.
double deviation(const Check& check);
bool passes(const Check& check);
bool passes(const CheckFamily& family);  ///< true also if it has no checks

std::string word_of(Activity activity);

/// The deviation and the acceptance as text: "+0.12 % (1 %)".
std::string deviation_text(const Check& check);

}  // namespace condyle
