#pragma once

// Sixteen floats or eight doubles side by side, in one, two or four registers, whose width depends
// on the processor for which the file is compiled. Every lane is rounded like a scalar, nothing is
// contracted (except where fused() is called) and nothing is summed across lanes, so all widths
// give the same bits. Not part of the library's interface.
//
// A file that includes this is compiled for one kind of processor (simd_path.h), named by the macro
// CONDYLE_SIMD. It puts all its code into the namespace of that name and includes no other code,
// least of all Eigen and the standard library. Otherwise the linker might choose, from several
// copies of an inline function, one that some processors cannot run.

#if !defined(CONDYLE_SIMD)
#error "say for which processor this is compiled"
#endif
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "core/src/simd/inlining.h"

namespace condyle::CONDYLE_SIMD {

#define CONDYLE_LANES CONDYLE_INLINED

#if defined(__AVX512F__)
inline constexpr int k_register_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int k_register_bytes = 32;
#else
inline constexpr int k_register_bytes = 16;
#endif

using FloatRegister = float __attribute__((vector_size(k_register_bytes)));
using DoubleRegister = double __attribute__((vector_size(k_register_bytes)));

/// Two halves, down to single registers.
template <class Register, int registers>
struct Lanes {
  using Half = Lanes<Register, registers / 2>;
  Half low, high;
};
template <class Register>
struct Lanes<Register, 1> {
  Register all;
};

/// The type of one lane.
template <class Register>
using NumberOf = decltype(Register{}[0] + Register{}[0]);

using Float16 = Lanes<FloatRegister, 64 / k_register_bytes>;
using Double8 = Lanes<DoubleRegister, 64 / k_register_bytes>;

/// Applies an operation on registers to every register of the lanes.
template <class Register, int n, class Operation, class... More>
CONDYLE_LANES Lanes<Register, n> each(const Operation& operation, const Lanes<Register, n>& a,
                                      const More&... more) {
  if constexpr (n == 1) {
    return {operation(a.all, more.all...)};
  } else {
    return {each(operation, a.low, more.low...), each(operation, a.high, more.high...)};
  }
}

/// The value in all lanes.
template <class L, class Number>
CONDYLE_LANES L all(Number value) {
  if constexpr (requires(L lanes) { lanes.all; }) {
    return {value - decltype(L::all){}};
  } else {
    return {all<typename L::Half>(value), all<typename L::Half>(value)};
  }
}
CONDYLE_LANES Float16 all(float value) { return all<Float16>(value); }
CONDYLE_LANES Double8 all(double value) { return all<Double8>(value); }

#define CONDYLE_LANES_OPERATOR(op)                                                    \
  template <class R, int n>                                                           \
  CONDYLE_LANES Lanes<R, n> operator op(const Lanes<R, n>& a, const Lanes<R, n>& b) { \
    return each([](R x, R y) CONDYLE_INLINED_LAMBDA { return x op y; }, a, b);        \
  }                                                                                   \
  template <class R, int n>                                                           \
  CONDYLE_LANES Lanes<R, n> operator op(NumberOf<R> a, const Lanes<R, n>& b) {        \
    return all<Lanes<R, n>>(a) op b;                                                  \
  }                                                                                   \
  template <class R, int n>                                                           \
  CONDYLE_LANES Lanes<R, n> operator op(const Lanes<R, n>& a, NumberOf<R> b) {        \
    return a op all<Lanes<R, n>>(b);                                                  \
  }
CONDYLE_LANES_OPERATOR(+)
CONDYLE_LANES_OPERATOR(-)
CONDYLE_LANES_OPERATOR(*)
CONDYLE_LANES_OPERATOR(/)
#undef CONDYLE_LANES_OPERATOR

template <class R, int n>
CONDYLE_LANES Lanes<R, n> operator-(const Lanes<R, n>& a) {
  return each([](R x) CONDYLE_INLINED_LAMBDA { return -x; }, a);
}

/// a b + c, rounded once where the processor can, else twice. Only for tests whose tolerance covers
/// both: the bits differ.
CONDYLE_LANES FloatRegister fused(FloatRegister a, FloatRegister b, FloatRegister c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_ps(a, b, c);
#elif defined(__FMA__)
  return _mm256_fmadd_ps(a, b, c);
#else
  return a * b + c;
#endif
}
CONDYLE_LANES Float16 fused(const Float16& a, const Float16& b, const Float16& c) {
  return each([](FloatRegister x, FloatRegister y, FloatRegister z)
                  CONDYLE_INLINED_LAMBDA { return fused(x, y, z); },
              a, b, c);
}

/// Loads register by register: if it loaded all at once, the compiler would make copies in memory.
template <class L, class Number>
CONDYLE_LANES L load_as(const Number* from) {
  if constexpr (requires(L lanes) { lanes.all; }) {
    L lanes;
    __builtin_memcpy(&lanes.all, from, sizeof lanes.all);
    return lanes;
  } else {
    using Half = typename L::Half;
    return {load_as<Half>(from), load_as<Half>(from + sizeof(Half) / sizeof(Number))};
  }
}
CONDYLE_LANES Float16 load(const float* from) { return load_as<Float16>(from); }
CONDYLE_LANES Double8 load(const double* from) { return load_as<Double8>(from); }

template <class Number, class R, int n>
CONDYLE_LANES void store(Number* to, const Lanes<R, n>& lanes) {
  if constexpr (n == 1) {
    __builtin_memcpy(to, &lanes.all, sizeof lanes.all);
  } else {
    store(to, lanes.low);
    store(to + sizeof lanes.low / sizeof(Number), lanes.high);
  }
}

/// The lesser and the greater per lane; b if either is not a number.
template <class R, int n>
CONDYLE_LANES Lanes<R, n> min(const Lanes<R, n>& a, const Lanes<R, n>& b) {
  return each([](R x, R y) CONDYLE_INLINED_LAMBDA { return x < y ? x : y; }, a, b);
}
template <class R, int n>
CONDYLE_LANES Lanes<R, n> max(const Lanes<R, n>& a, const Lanes<R, n>& b) {
  return each([](R x, R y) CONDYLE_INLINED_LAMBDA { return x > y ? x : y; }, a, b);
}

/// Per lane: a <= limit ? yes : no.
template <class R, int n>
CONDYLE_LANES Lanes<R, n> select_up_to(const Lanes<R, n>& a, const Lanes<R, n>& limit,
                                       const Lanes<R, n>& yes, const Lanes<R, n>& no) {
  return each([](R x, R most, R y, R z) CONDYLE_INLINED_LAMBDA { return x <= most ? y : z; }, a,
              limit, yes, no);
}

/// Per lane: a < limit ? yes : no.
template <class R, int n>
CONDYLE_LANES Lanes<R, n> select_below(const Lanes<R, n>& a, const Lanes<R, n>& limit,
                                       const Lanes<R, n>& yes, const Lanes<R, n>& no) {
  return each([](R x, R most, R y, R z) CONDYLE_INLINED_LAMBDA { return x < most ? y : z; }, a,
              limit, yes, no);
}

/// Per lane: sign is negative ? yes : no.
CONDYLE_LANES Float16 select_by_sign(const Float16& sign, const Float16& yes, const Float16& no) {
  using Bits = int __attribute__((vector_size(k_register_bytes)));
  return each([](FloatRegister s, FloatRegister y, FloatRegister z)
                  CONDYLE_INLINED_LAMBDA { return reinterpret_cast<Bits>(s) < 0 ? y : z; },
              sign, yes, no);
}

CONDYLE_LANES FloatRegister abs(FloatRegister a) {
  using Bits = int __attribute__((vector_size(k_register_bytes)));
  return reinterpret_cast<FloatRegister>(reinterpret_cast<Bits>(a) & 0x7fffffff);
}
CONDYLE_LANES DoubleRegister abs(DoubleRegister a) {
  using Bits = long long __attribute__((vector_size(k_register_bytes)));
  return reinterpret_cast<DoubleRegister>(reinterpret_cast<Bits>(a) & 0x7fffffffffffffffLL);
}
template <class R, int n>
CONDYLE_LANES Lanes<R, n> abs(const Lanes<R, n>& a) {
  return each([](R x) CONDYLE_INLINED_LAMBDA { return abs(x); }, a);
}

CONDYLE_LANES DoubleRegister sqrt(DoubleRegister a) {
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
template <int n>
CONDYLE_LANES Lanes<DoubleRegister, n> sqrt(const Lanes<DoubleRegister, n>& a) {
  return each([](DoubleRegister x) CONDYLE_INLINED_LAMBDA { return sqrt(x); }, a);
}

/// The bitwise or: its sign is negative if either sign is.
CONDYLE_LANES Float16 any_sign(const Float16& a, const Float16& b) {
  using Bits = int __attribute__((vector_size(k_register_bytes)));
  return each(
      [](FloatRegister x, FloatRegister y) CONDYLE_INLINED_LAMBDA {
        return reinterpret_cast<FloatRegister>(reinterpret_cast<Bits>(x) |
                                               reinterpret_cast<Bits>(y));
      },
      a, b);
}

/// Bit i is the sign of lane i.
CONDYLE_LANES unsigned sign_bits(FloatRegister a) {
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
CONDYLE_LANES unsigned sign_bits(DoubleRegister a) {
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
template <class R, int n>
CONDYLE_LANES unsigned sign_bits(const Lanes<R, n>& a) {
  if constexpr (n == 1) {
    return sign_bits(a.all);
  } else {
    return sign_bits(a.low) | sign_bits(a.high) << (n / 2 * sizeof(R) / sizeof(R{}[0]));
  }
}

/// Bit i: a <= b in lane i; 0 if either is not a number.
CONDYLE_LANES unsigned up_to(FloatRegister a, FloatRegister b) {
#if defined(__AVX512F__)
  return _cvtmask16_u32(_mm512_cmp_ps_mask(a, b, _CMP_LE_OQ));
#else
  return sign_bits(reinterpret_cast<FloatRegister>(a <= b));
#endif
}
CONDYLE_LANES unsigned up_to(DoubleRegister a, DoubleRegister b) {
#if defined(__AVX512F__)
  return _cvtmask8_u32(_mm512_cmp_pd_mask(a, b, _CMP_LE_OQ));
#else
  return sign_bits(reinterpret_cast<DoubleRegister>(a <= b));
#endif
}
template <class R, int n>
CONDYLE_LANES unsigned up_to(const Lanes<R, n>& a, const Lanes<R, n>& b) {
  if constexpr (n == 1) {
    return up_to(a.all, b.all);
  } else {
    return up_to(a.low, b.low) | up_to(a.high, b.high) << (n / 2 * sizeof(R) / sizeof(R{}[0]));
  }
}

/// Whether a < b in any lane.
template <int n>
CONDYLE_LANES bool any_below(const Lanes<DoubleRegister, n>& a, const Lanes<DoubleRegister, n>& b) {
  if constexpr (n > 1) {
    return any_below(a.low, b.low) || any_below(a.high, b.high);
  } else {
#if defined(__AVX512F__)
    return _cvtmask8_u32(_mm512_cmp_pd_mask(a.all, b.all, _CMP_LT_OQ)) != 0;
#else
    return sign_bits(reinterpret_cast<DoubleRegister>(a.all < b.all)) != 0;
#endif
  }
}

/// Writes the lanes that the mask selects next to one another. Up to sixteen numbers from `to` on
/// may change.
CONDYLE_LANES void compress(float* to, const Float16& a, unsigned lanes) {
#if defined(__AVX512F__)
  const __m512 packed = _mm512_maskz_compress_ps(_cvtu32_mask16(lanes), a.all);
  __builtin_memcpy(to, &packed, sizeof packed);
#else
  float from[16];
  store(from, a);
  for (; lanes != 0; lanes &= lanes - 1) *to++ = from[__builtin_ctz(lanes)];
#endif
}

/// Sets lane i of columns[k] to rows[i][k]. Precondition: eight numbers can be read from each row.
template <int count>
CONDYLE_LANES void transpose(const double* const (&rows)[8], Double8 (&columns)[count]) {
#if defined(__AVX512F__)
  DoubleRegister row[8], even[4], odd[4];
  for (int i = 0; i < 8; ++i) __builtin_memcpy(&row[i], rows[i], sizeof row[i]);
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
    columns[k].all = k < 4 ? __builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13)
                           : __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15);
  }
#elif defined(__AVX2__)
  const auto column = [&](int first, int k) CONDYLE_INLINED_LAMBDA {
    DoubleRegister row[4];
    for (int i = 0; i < 4; ++i)
      __builtin_memcpy(&row[i], rows[first + i] + k / 4 * 4, sizeof row[i]);
    const auto two = [&](int i) CONDYLE_INLINED_LAMBDA {
      return k % 2 == 0 ? __builtin_shufflevector(row[i], row[i + 1], 0, 4, 2, 6)
                        : __builtin_shufflevector(row[i], row[i + 1], 1, 5, 3, 7);
    };
    const DoubleRegister a = two(0), b = two(2);
    return k % 4 < 2 ? __builtin_shufflevector(a, b, 0, 1, 4, 5)
                     : __builtin_shufflevector(a, b, 2, 3, 6, 7);
  };
  for (int k = 0; k < count; ++k) columns[k] = {{column(0, k)}, {column(4, k)}};
#else
  for (int k = 0; k < count; ++k) {
    alignas(64) double column[8];
    for (int i = 0; i < 8; ++i) column[i] = rows[i][k];
    columns[k] = load(column);
  }
#endif
}

/// The bits of the first `count` lanes, at most sixteen.
CONDYLE_LANES unsigned lanes_below(int count) { return (1u << (count < 16 ? count : 16)) - 1; }

CONDYLE_LANES void raise(float& most, float value) { most = most < value ? value : most; }

/// The least of the sixteen numbers.
CONDYLE_LANES float least(const Float16& a) {
  float lanes[16];
  store(lanes, a);
  for (int half = 8; half > 0; half /= 2)
    for (int i = 0; i < half; ++i)
      lanes[i] = lanes[i] < lanes[i + half] ? lanes[i] : lanes[i + half];
  return lanes[0];
}

}  // namespace condyle::CONDYLE_SIMD
