#pragma once

#include "core/src/contact/elastic/dense_kernels.h"
#include "core/src/simd/lanes.h"

namespace condyle::CONDYLE_SIMD {

CONDYLE_LANES double total(const Double8& lanes) {
  double all[8];
  store(all, lanes);
  return ((all[0] + all[1]) + (all[2] + all[3])) + ((all[4] + all[5]) + (all[6] + all[7]));
}

/// Length of a part of a column in eights: short enough for the part to stay in registers.
inline constexpr int k_registers = 4;

/// Subtracts from column j, from row `row` on, the sum over k < j of L_jk times column k.
template <int registers>
CONDYLE_LANES void subtract_columns(const LowerTriangle& L, Index j, Index row) {
  double* const to = L.entries + j * L.stride + row;
  Double8 sum[registers];
  for (int r = 0; r < registers; ++r) sum[r] = load(to + 8 * r);
  for (Index k = 0; k < j; ++k) {
    const double* const column = L.entries + k * L.stride;
    const Double8 factor = all(column[j]);
    for (int r = 0; r < registers; ++r) sum[r] = sum[r] - factor * load(column + row + 8 * r);
  }
  for (int r = 0; r < registers; ++r) store(to + 8 * r, sum[r]);
}

inline bool factor(const LowerTriangle& L) {
  for (Index j = 0; j < L.size; ++j) {
    double* const column = L.entries + j * L.stride;
    Index row = j / 8 * 8;
    for (; row + 8 * k_registers <= L.size; row += 8 * k_registers)
      subtract_columns<k_registers>(L, j, row);
    for (; row < L.size; row += 8) subtract_columns<1>(L, j, row);
    if (!(column[j] > 0)) return false;
    const double diagonal = sqrt(column[j]);
    for (Index i = j / 8 * 8; i < j; ++i) column[i] = 0;
    column[j] = diagonal;
    for (Index i = j + 1; i < L.size; ++i) column[i] /= diagonal;
  }
  return true;
}

inline void solve(const LowerTriangle& L, double* b) {
  for (Index j = 0; j < L.size; ++j) {
    const double* const column = L.entries + j * L.stride;
    const double x = b[j] / column[j];
    const Double8 factor = all(x);
    for (Index i = j / 8 * 8; i < L.size; i += 8)
      store(b + i, load(b + i) - factor * load(column + i));
    b[j] = x;
  }
  for (Index j = L.size - 1; j >= 0; --j) {
    const double* const column = L.entries + j * L.stride;
    const double rest = b[j];
    b[j] = 0;
    Double8 sum{};
    for (Index i = j / 8 * 8; i < L.size; i += 8) sum = sum + load(column + i) * load(b + i);
    b[j] = (rest - total(sum)) / column[j];
  }
}

inline void solve_eight(const LowerTriangle& L, double (*b)[8]) {
  for (Index j = 0; j < L.size; ++j) {
    const double* const column = L.entries + j * L.stride;
    const Double8 x = load(b[j]) / all(column[j]);
    store(b[j], x);
    for (Index i = j + 1; i < L.size; ++i) store(b[i], load(b[i]) - all(column[i]) * x);
  }
  for (Index j = L.size - 1; j >= 0; --j) {
    const double* const column = L.entries + j * L.stride;
    Double8 rest = load(b[j]);
    for (Index i = j + 1; i < L.size; ++i) rest = rest - all(column[i]) * load(b[i]);
    store(b[j], rest / all(column[j]));
  }
}

template <int registers>
CONDYLE_LANES void add_columns_at(const double* C, Index stride, const int* chosen, const double* f,
                                  Index count, double* to, Index row) {
  Double8 sum[registers];
  for (int r = 0; r < registers; ++r) sum[r] = load(to + row + 8 * r);
  for (Index k = 0; k < count; ++k) {
    const double* const column = C + chosen[k] * stride + row;
    const Double8 factor = all(f[k]);
    for (int r = 0; r < registers; ++r) sum[r] = sum[r] + factor * load(column + 8 * r);
  }
  for (int r = 0; r < registers; ++r) store(to + row + 8 * r, sum[r]);
}

inline void add_columns(const double* C, Index stride, const int* chosen, const double* f,
                        Index count, double* sum, Index rows) {
  Index row = 0;
  for (; row + 8 * k_registers <= rows; row += 8 * k_registers)
    add_columns_at<k_registers>(C, stride, chosen, f, count, sum, row);
  for (; row + 8 <= rows; row += 8) add_columns_at<1>(C, stride, chosen, f, count, sum, row);
  for (; row < rows; ++row)
    for (Index k = 0; k < count; ++k) sum[row] += f[k] * C[chosen[k] * stride + row];
}

}  // namespace condyle::CONDYLE_SIMD
