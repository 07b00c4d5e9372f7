#pragma once

// A number as lanes of one (lanes.h), for what is written for either. Not part of the library's
// interface.

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
