#pragma once

#include <string>
#include <utility>
#include <vector>

namespace condyle {

/// A fault of contact results that their figures do not show.
struct RangeFault {
  std::string kind;  ///< short, stable name for programs
  std::string text;  ///< the problem, with lengths in mm, and its remedy
  std::vector<std::pair<std::string, double>> numbers;  ///< behind `text`, in SI units
};

}  // namespace condyle
