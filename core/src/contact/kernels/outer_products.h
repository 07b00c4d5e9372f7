#pragma once

#include "core/src/contact/contact_kernels.h"
#include "core/src/simd/lanes.h"

namespace condyle::CONDYLE_SIMD {

/// Adds to columns `first` to `last` of the matrix: few enough that their sums stay in registers.
template <int first, int last, int place>
CONDYLE_LANES void add_columns(const ContactBlock& contacts, const double* weight,
                               double (*sums)[8]) {
  constexpr int k_count = (6 - first) * (7 - first) / 2 - (5 - last) * (6 - last) / 2;
  Double8 sum[k_count];
  for (int i = 0; i < k_count; ++i) sum[i] = load(sums[place + i]);
  for (int at = 0; at < contacts.count; at += 8) {
    const Double8 w = load(weight + at);
    Double8 g[6];
    for (int k = first; k < 6; ++k) g[k] = load(contacts.gradient.column[k] + at);
    int i = 0;
    for (int column = first; column <= last; ++column) {
      const Double8 scaled = w * g[column];
      for (int row = column; row < 6; ++row, ++i) sum[i] = sum[i] + scaled * g[row];
    }
  }
  for (int i = 0; i < k_count; ++i) store(sums[place + i], sum[i]);
}

inline void add_outer_products(const ContactBlock& contacts, const double* weight,
                               double (*sums)[8]) {
  add_columns<0, 1, 0>(contacts, weight, sums);
  add_columns<2, 5, 11>(contacts, weight, sums);
}

}  // namespace condyle::CONDYLE_SIMD
