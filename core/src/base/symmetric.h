#pragma once

namespace condyle {

/// Whether the matrix equals its transpose to rounding, compared with its norm. True if
/// an entry is not a number: the state that led to it is reported elsewhere.
template <class Matrix>
bool is_symmetric(const Matrix& matrix) {
  constexpr double k_rounding = 1e-12;  // of sums of some thousand terms, each rounded at 1e-16
  return !((matrix - matrix.transpose()).norm() > k_rounding * matrix.norm());
}

}  // namespace condyle
