#pragma once

// Four doubles at once, by the vector extension of GCC and Clang: plain operators, compiled to AVX2
// where a function is marked for it, else to pairs of SSE2 or to scalars. Every lane is rounded as
// a scalar would be and nothing is contracted, so all give the same bits. Not part of the library's
// interface.

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace condyle {

using Double4 = double __attribute__((vector_size(32)));
using Mask4 = std::int64_t __attribute__((vector_size(32)));  ///< per lane 0 or -1

#define CONDYLE_INLINE inline __attribute__((always_inline))

CONDYLE_INLINE Double4 all4(double value) { return Double4{value, value, value, value}; }

CONDYLE_INLINE Double4 load4(const double* values) {
  Double4 loaded;
  __builtin_memcpy(&loaded, values, sizeof(loaded));
  return loaded;
}

CONDYLE_INLINE void store4(double* values, Double4 stored) {
  __builtin_memcpy(values, &stored, sizeof(stored));
}

CONDYLE_INLINE Double4 select(Mask4 mask, Double4 yes, Double4 no) { return mask ? yes : no; }
CONDYLE_INLINE double select(bool condition, double yes, double no) { return condition ? yes : no; }

CONDYLE_INLINE Double4 abs4(Double4 a) { return select(a < 0, -a, a); }

/// Bit i: lane i of the mask.
CONDYLE_INLINE unsigned bits(Mask4 mask) {
  // Two halves, since SSE2 is what every x86-64 has.
#if defined(__SSE2__)
  __m128d half[2];
  __builtin_memcpy(half, &mask, sizeof(mask));
  return static_cast<unsigned>(_mm_movemask_pd(half[0]) | _mm_movemask_pd(half[1]) << 2);
#else
  return static_cast<unsigned>((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

}  // namespace condyle
