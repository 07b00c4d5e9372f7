#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace condyle {

/// Something about a scene or its run that its author should know. Each is a warning.
struct Finding {
  std::string kind;   ///< short and stable, such as "never_touched", for programs
  std::string place;  ///< such as "contact 'socket_head'"
  std::string text;   ///< what is so, lengths in millimetres, and what to do about it
  std::vector<std::pair<std::string, double>> numbers = {};  ///< SI, such as {"depth [m]", 0.001}
};

/// "condyle: warning: PLACE: TEXT", a line for each on the standard error; `before` stands before
/// the place.
void print_warnings(std::span<const Finding> findings, const std::string& before = "");

}  // namespace condyle
