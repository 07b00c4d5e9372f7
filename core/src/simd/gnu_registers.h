#pragma once

// Registers of the processor for which a file is compiled, by the vectors of GNU C and by
// intrinsics. Only lanes.h includes this.

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "core/src/simd/compiler.h"

#if defined(__AVX512F__)
#define CONDYLE_REGISTER_BYTES 64
#elif defined(__AVX2__)
#define CONDYLE_REGISTER_BYTES 32
#else
#define CONDYLE_REGISTER_BYTES 16
#endif

namespace condyle::CONDYLE_SIMD {

using FloatRegister = float __attribute__((vector_size(CONDYLE_REGISTER_BYTES)));
using DoubleRegister = double __attribute__((vector_size(CONDYLE_REGISTER_BYTES)));
using FloatBits = int __attribute__((vector_size(CONDYLE_REGISTER_BYTES)));
using DoubleBits = long long __attribute__((vector_size(CONDYLE_REGISTER_BYTES)));

/// The number in all lanes.
template <class R, class Number>
CONDYLE_INLINED R spread(Number value) {
  return value - R{};
}

template <class R, class Number>
CONDYLE_INLINED void load_register(R& lanes, const Number* from) {
  __builtin_memcpy(&lanes, from, sizeof lanes);
}
template <class R, class Number>
CONDYLE_INLINED void store_register(Number* to, const R& lanes) {
  __builtin_memcpy(to, &lanes, sizeof lanes);
}

template <class Data>
CONDYLE_INLINED void clear_bytes(Data& data) {
  __builtin_memset(&data, 0, sizeof data);
}

/// Per lane: a < limit ? yes : no.
template <class R>
CONDYLE_INLINED R choose_below(R a, R limit, R yes, R no) {
  return a < limit ? yes : no;
}
/// Per lane: a <= limit ? yes : no.
template <class R>
CONDYLE_INLINED R choose_up_to(R a, R limit, R yes, R no) {
  return a <= limit ? yes : no;
}
/// Per lane: sign is negative ? yes : no.
CONDYLE_INLINED FloatRegister choose_by_sign(FloatRegister sign, FloatRegister yes,
                                             FloatRegister no) {
  return reinterpret_cast<FloatBits>(sign) < 0 ? yes : no;
}

CONDYLE_INLINED FloatRegister abs(FloatRegister a) {
  return reinterpret_cast<FloatRegister>(reinterpret_cast<FloatBits>(a) & 0x7fffffff);
}
CONDYLE_INLINED DoubleRegister abs(DoubleRegister a) {
  return reinterpret_cast<DoubleRegister>(reinterpret_cast<DoubleBits>(a) & 0x7fffffffffffffffLL);
}

/// The bitwise or.
CONDYLE_INLINED FloatRegister either(FloatRegister a, FloatRegister b) {
  return reinterpret_cast<FloatRegister>(reinterpret_cast<FloatBits>(a) |
                                         reinterpret_cast<FloatBits>(b));
}

CONDYLE_INLINED DoubleRegister sqrt(DoubleRegister a) {
#if defined(__AVX512F__)
  return _mm512_maskz_sqrt_pd(0xff, a);  // _mm512_sqrt_pd makes GCC 12 warn about its own header
#elif defined(__AVX2__)
  return _mm256_sqrt_pd(a);
#elif defined(__SSE2__)
  return _mm_sqrt_pd(a);
#else
  return DoubleRegister{__builtin_sqrt(a[0]), __builtin_sqrt(a[1])};
#endif
}

/// a b + c, rounded once where the processor can.
CONDYLE_INLINED FloatRegister fused(FloatRegister a, FloatRegister b, FloatRegister c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_ps(a, b, c);
#elif defined(__FMA__)
  return _mm256_fmadd_ps(a, b, c);
#else
  return a * b + c;
#endif
}

/// Bit i is the sign of lane i.
CONDYLE_INLINED unsigned sign_bits(FloatRegister a) {
#if defined(__AVX512F__)
  return _cvtmask16_u32(_mm512_movepi32_mask(_mm512_castps_si512(a)));
#elif defined(__AVX2__)
  return static_cast<unsigned>(_mm256_movemask_ps(a));
#elif defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_ps(a));
#else
  unsigned bits = 0;
  for (int i = 0; i < 4; ++i) bits |= static_cast<unsigned>(__builtin_signbit(a[i]) != 0) << i;
  return bits;
#endif
}
CONDYLE_INLINED unsigned sign_bits(DoubleRegister a) {
#if defined(__AVX512F__)
  return _cvtmask8_u32(_mm512_movepi64_mask(_mm512_castpd_si512(a)));
#elif defined(__AVX2__)
  return static_cast<unsigned>(_mm256_movemask_pd(a));
#elif defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_pd(a));
#else
  return static_cast<unsigned>(__builtin_signbit(a[0]) != 0) |
         static_cast<unsigned>(__builtin_signbit(a[1]) != 0) << 1;
#endif
}

/// Bit i: a <= b in lane i.
CONDYLE_INLINED unsigned up_to(FloatRegister a, FloatRegister b) {
#if defined(__AVX512F__)
  return _cvtmask16_u32(_mm512_cmp_ps_mask(a, b, _CMP_LE_OQ));
#else
  return sign_bits(reinterpret_cast<FloatRegister>(a <= b));
#endif
}
CONDYLE_INLINED unsigned up_to(DoubleRegister a, DoubleRegister b) {
#if defined(__AVX512F__)
  return _cvtmask8_u32(_mm512_cmp_pd_mask(a, b, _CMP_LE_OQ));
#else
  return sign_bits(reinterpret_cast<DoubleRegister>(a <= b));
#endif
}

/// Bit i: a < b in lane i.
CONDYLE_INLINED unsigned below(DoubleRegister a, DoubleRegister b) {
#if defined(__AVX512F__)
  return _cvtmask8_u32(_mm512_cmp_pd_mask(a, b, _CMP_LT_OQ));
#else
  return sign_bits(reinterpret_cast<DoubleRegister>(a < b));
#endif
}

#if CONDYLE_REGISTER_BYTES == 64
/// Writes the lanes that the mask selects next to one another, and sixteen numbers in all.
CONDYLE_INLINED void compress(float* to, FloatRegister a, unsigned lanes) {
  const __m512 packed = _mm512_maskz_compress_ps(_cvtu32_mask16(lanes), a);
  __builtin_memcpy(to, &packed, sizeof packed);
}

/// Sets lane i of columns[k] to rows[i][k].
template <int count>
CONDYLE_INLINED void transpose(const double* const (&rows)[8], DoubleRegister (&columns)[count]) {
  DoubleRegister row[8], even[4], odd[4];
  for (int i = 0; i < 8; ++i) load_register(row[i], rows[i]);
  for (int i = 0; i < 4; ++i) {
    const DoubleRegister a = row[2 * i], b = row[2 * i + 1];
    even[i] = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
    odd[i] = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int k = 0; k < count; ++k) {
    const auto& in = k % 2 == 0 ? even : odd;
    const auto half = [&](int i) CONDYLE_INLINED_LAMBDA {
      return k / 2 % 2 == 0 ? __builtin_shufflevector(in[i], in[i + 1], 0, 1, 4, 5, 8, 9, 12, 13)
                            : __builtin_shufflevector(in[i], in[i + 1], 2, 3, 6, 7, 10, 11, 14, 15);
    };
    // Columns k % 4 and k % 4 + 4 of four rows each.
    const DoubleRegister a = half(0), b = half(2);
    columns[k] = k < 4 ? __builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13)
                       : __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15);
  }
}
#elif CONDYLE_REGISTER_BYTES == 32
/// Lane i is rows[i][k].
CONDYLE_INLINED DoubleRegister column(const double* const* rows, int k) {
  DoubleRegister row[4];
  for (int i = 0; i < 4; ++i) load_register(row[i], rows[i] + k / 4 * 4);
  const auto two = [&](int i) CONDYLE_INLINED_LAMBDA {
    return k % 2 == 0 ? __builtin_shufflevector(row[i], row[i + 1], 0, 4, 2, 6)
                      : __builtin_shufflevector(row[i], row[i + 1], 1, 5, 3, 7);
  };
  const DoubleRegister a = two(0), b = two(2);
  return k % 4 < 2 ? __builtin_shufflevector(a, b, 0, 1, 4, 5)
                   : __builtin_shufflevector(a, b, 2, 3, 6, 7);
}
#endif

CONDYLE_INLINED float abs(float a) { return __builtin_fabsf(a); }
CONDYLE_INLINED double sqrt(double a) { return __builtin_sqrt(a); }

/// The place of the lowest bit. Precondition: there is one.
CONDYLE_INLINED int first_of(unsigned lanes) { return __builtin_ctz(lanes); }
CONDYLE_INLINED int count_of(unsigned lanes) { return __builtin_popcount(lanes); }

}  // namespace condyle::CONDYLE_SIMD
