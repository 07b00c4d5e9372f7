#pragma once

// The functions of lanes.h for a single number, so that one template serves numbers and lanes. Not
// part of the library's interface.

namespace condyle {

/// a <= limit ? yes : no
inline double select_up_to(double a, double limit, double yes, double no) {
  return a <= limit ? yes : no;
}

/// a < limit ? yes : no
inline double select_below(double a, double limit, double yes, double no) {
  return a < limit ? yes : no;
}

}  // namespace condyle
