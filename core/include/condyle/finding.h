#pragma once

#include <string>
#include <utility>
#include <vector>

namespace condyle {

/// A likely error in a world, a scene or its run that the author should know about. Each is a
/// warning.
struct Finding {
  std::string kind;   ///< short, stable name for programs, for example "never_touched"
  std::string place;  ///< for example "contact 'socket_head'"
  std::string text;   ///< the problem, with lengths in mm, and its remedy
  /// The numbers behind `text` in SI units, for example {"depth [m]", 0.001}.
  std::vector<std::pair<std::string, double>> numbers = {};
};

}  // namespace condyle
