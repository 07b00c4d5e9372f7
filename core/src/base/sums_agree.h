#pragma once

#include <cmath>

namespace condyle {

/// Whether the two sums agree to the rounding of sums of many positive terms. True if one is not a
/// number.
inline bool agree(double sum, double expected) {
  constexpr double k_rounding = 1e-10;  // 1e6 terms, each rounded at 1e-16
  return !(std::abs(sum - expected) > k_rounding * std::abs(expected));
}

}  // namespace condyle
