#pragma once

// Comparisons of four floats at once, with the same outcome whatever the processor.

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace condyle {

/// Bit i: values[i] <= limits[i]. False for NaN.
inline unsigned bits_up_to(const float values[4], const float limits[4]) {
#if defined(__SSE2__)
  return static_cast<unsigned>(
      _mm_movemask_ps(_mm_cmple_ps(_mm_loadu_ps(values), _mm_loadu_ps(limits))));
#else
  unsigned mask = 0;
  for (int i = 0; i < 4; ++i) mask |= static_cast<unsigned>(values[i] <= limits[i]) << i;
  return mask;
#endif
}

}  // namespace condyle
