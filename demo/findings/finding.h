#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace condyle {

/// A problem of a scene or of its run that the author should know about. Each is a warning.
struct Finding {
  std::string kind;   ///< short, stable name for programs, for example "never_touched"
  std::string place;  ///< for example "contact 'socket_head'"
  std::string text;   ///< the problem, with lengths in mm, and its remedy
  /// The numbers behind `text` in SI units, for example {"depth [m]", 0.001}.
  std::vector<std::pair<std::string, double>> numbers = {};
};

/// Prints each finding to standard error as a line "condyle: warning: PLACE: TEXT"; `before` is
/// printed in front of PLACE.
void print_warnings(std::span<const Finding> findings, const std::string& before = "");

}  // namespace condyle
