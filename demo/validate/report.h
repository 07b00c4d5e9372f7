#pragma once

#include <string>
#include <vector>

#include "validate/check.h"

namespace condyle {

/// A run of checks and its results.
struct ValidationRun {
  std::string program;  ///< name and version
  std::string date;
  bool is_quick = false;
  std::vector<CheckFamily> families;
};

/// The run as one self-contained HTML page with plots, in the words of ASME V&V 40-2018.
std::string html_report(const ValidationRun& run);

/// The checks of a family as lines for the terminal.
std::string text_table(const CheckFamily& family);

}  // namespace condyle
