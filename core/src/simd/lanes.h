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
// The only file that includes registers: those of GNU C where the compiler has them. Others, and
// builds with CONDYLE_PLAIN_LANES, compute lane by lane.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(CONDYLE_PLAIN_LANES)
#include "core/src/simd/gnu_registers.h"
#else
#include "core/src/simd/plain_registers.h"
#endif

namespace condyle::CONDYLE_SIMD {

#define CONDYLE_LANES CONDYLE_INLINED

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

using Float16 = Lanes<FloatRegister, 64 / CONDYLE_REGISTER_BYTES>;
using Double8 = Lanes<DoubleRegister, 64 / CONDYLE_REGISTER_BYTES>;

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
    return {spread<decltype(L::all)>(value)};
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
    load_register(lanes.all, from);
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
    store_register(to, lanes.all);
  } else {
    store(to, lanes.low);
    store(to + sizeof lanes.low / sizeof(Number), lanes.high);
  }
}

/// The lesser and the greater per lane; b if either is not a number.
template <class R, int n>
CONDYLE_LANES Lanes<R, n> min(const Lanes<R, n>& a, const Lanes<R, n>& b) {
  return each([](R x, R y) CONDYLE_INLINED_LAMBDA { return choose_below(x, y, x, y); }, a, b);
}
template <class R, int n>
CONDYLE_LANES Lanes<R, n> max(const Lanes<R, n>& a, const Lanes<R, n>& b) {
  return each([](R x, R y) CONDYLE_INLINED_LAMBDA { return choose_below(y, x, x, y); }, a, b);
}

/// Per lane: a <= limit ? yes : no.
template <class R, int n>
CONDYLE_LANES Lanes<R, n> select_up_to(const Lanes<R, n>& a, const Lanes<R, n>& limit,
                                       const Lanes<R, n>& yes, const Lanes<R, n>& no) {
  return each([](R x, R most, R y, R z)
                  CONDYLE_INLINED_LAMBDA { return choose_up_to(x, most, y, z); },
              a, limit, yes, no);
}

/// Per lane: a < limit ? yes : no.
template <class R, int n>
CONDYLE_LANES Lanes<R, n> select_below(const Lanes<R, n>& a, const Lanes<R, n>& limit,
                                       const Lanes<R, n>& yes, const Lanes<R, n>& no) {
  return each([](R x, R most, R y, R z)
                  CONDYLE_INLINED_LAMBDA { return choose_below(x, most, y, z); },
              a, limit, yes, no);
}

/// Per lane: sign is negative ? yes : no.
CONDYLE_LANES Float16 select_by_sign(const Float16& sign, const Float16& yes, const Float16& no) {
  return each([](FloatRegister s, FloatRegister y, FloatRegister z)
                  CONDYLE_INLINED_LAMBDA { return choose_by_sign(s, y, z); },
              sign, yes, no);
}

template <class R, int n>
CONDYLE_LANES Lanes<R, n> abs(const Lanes<R, n>& a) {
  return each([](R x) CONDYLE_INLINED_LAMBDA { return abs(x); }, a);
}

template <int n>
CONDYLE_LANES Lanes<DoubleRegister, n> sqrt(const Lanes<DoubleRegister, n>& a) {
  return each([](DoubleRegister x) CONDYLE_INLINED_LAMBDA { return sqrt(x); }, a);
}

/// The bitwise or: its sign is negative if either sign is.
CONDYLE_LANES Float16 any_sign(const Float16& a, const Float16& b) {
  return each([](FloatRegister x, FloatRegister y) CONDYLE_INLINED_LAMBDA { return either(x, y); },
              a, b);
}

/// Bit i is the sign of lane i.
template <class R, int n>
CONDYLE_LANES unsigned sign_bits(const Lanes<R, n>& a) {
  if constexpr (n == 1) {
    return sign_bits(a.all);
  } else {
    return sign_bits(a.low) | sign_bits(a.high) << (n / 2 * sizeof(R) / sizeof(R{}[0]));
  }
}

/// Bit i: a <= b in lane i; 0 if either is not a number.
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
    return below(a.all, b.all) != 0;
  }
}

/// Writes the lanes that the mask selects next to one another. Up to sixteen numbers from `to` on
/// may change.
CONDYLE_LANES void compress(float* to, const Float16& a, unsigned lanes) {
#if CONDYLE_REGISTER_BYTES == 64
  compress(to, a.all, lanes);
#else
  float from[16];
  store(from, a);
  for (; lanes != 0; lanes &= lanes - 1) *to++ = from[first_of(lanes)];
#endif
}

/// Sets lane i of columns[k] to rows[i][k]. Precondition: eight numbers can be read from each row.
template <int count>
CONDYLE_LANES void transpose(const double* const (&rows)[8], Double8 (&columns)[count]) {
#if CONDYLE_REGISTER_BYTES == 64
  DoubleRegister whole[count];
  transpose(rows, whole);
  for (int k = 0; k < count; ++k) columns[k].all = whole[k];
#elif CONDYLE_REGISTER_BYTES == 32
  for (int k = 0; k < count; ++k) columns[k] = {{column(rows, k)}, {column(rows + 4, k)}};
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
