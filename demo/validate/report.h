#pragma once

#include <string>
#include <vector>

#include "validate/check.h"

namespace condyle {

/// What a run of checks was.
struct ValidationRun {
  std::string program;  ///< name and version
  std::string date;
  bool is_quick = false;
  std::vector<CheckFamily> families;
};

/// The run as one HTML page in the words of ASME V&V 40-2018, with its plots and without any link
/// to another file.
std::string html_report(const ValidationRun& run);

/// The checks of a family as lines for the terminal.
std::string text_table(const CheckFamily& family);

}  // namespace condyle
