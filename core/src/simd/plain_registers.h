#pragma once

// The registers of gnu_registers.h in plain C++, for compilers without the vectors of GNU C:
// numbers side by side, computed one by one, with the same bits. Only lanes.h includes this. Of
// other code it takes functions of C alone, which are never compiled here.

#include <cmath>
#include <cstring>

#include "core/src/simd/compiler.h"

#define CONDYLE_REGISTER_BYTES 16

namespace condyle::CONDYLE_SIMD {

/// Numbers side by side. `Bits`: the integer of their size.
template <class Number, class Bits>
struct PlainRegister {
  static constexpr int k_count = CONDYLE_REGISTER_BYTES / sizeof(Number);
  Number lane[k_count];

  CONDYLE_INLINED Number operator[](int i) const { return lane[i]; }
};
using FloatRegister = PlainRegister<float, unsigned>;
using DoubleRegister = PlainRegister<double, unsigned long long>;

/// The register of value_of(i) for all lanes i.
template <class R, class Value>
CONDYLE_INLINED R lane_by_lane(const Value& value_of) {
  R lanes;
  for (int i = 0; i < R::k_count; ++i) lanes.lane[i] = value_of(i);
  return lanes;
}

/// Bit i: holds(i).
template <class R, class Holds>
CONDYLE_INLINED unsigned bit_by_bit(const Holds& holds) {
  unsigned bits = 0;
  for (int i = 0; i < R::k_count; ++i) bits |= static_cast<unsigned>(holds(i)) << i;
  return bits;
}

#define CONDYLE_REGISTER_OPERATOR(op)                                                             \
  template <class Number, class Bits>                                                             \
  CONDYLE_INLINED PlainRegister<Number, Bits> operator op(const PlainRegister<Number, Bits>& a,   \
                                                          const PlainRegister<Number, Bits>& b) { \
    return lane_by_lane<PlainRegister<Number, Bits>>(                                             \
        [&](int i) CONDYLE_INLINED_LAMBDA { return a.lane[i] op b.lane[i]; });                    \
  }
CONDYLE_REGISTER_OPERATOR(+)
CONDYLE_REGISTER_OPERATOR(-)
CONDYLE_REGISTER_OPERATOR(*)
CONDYLE_REGISTER_OPERATOR(/)
#undef CONDYLE_REGISTER_OPERATOR

template <class Number, class Bits>
CONDYLE_INLINED PlainRegister<Number, Bits> operator-(const PlainRegister<Number, Bits>& a) {
  return lane_by_lane<PlainRegister<Number, Bits>>(
      [&](int i) CONDYLE_INLINED_LAMBDA { return -a.lane[i]; });
}

template <class R, class Number>
CONDYLE_INLINED R spread(Number value) {
  return lane_by_lane<R>([&](int) CONDYLE_INLINED_LAMBDA { return value; });
}

template <class R, class Number>
CONDYLE_INLINED void load_register(R& lanes, const Number* from) {
  lanes = lane_by_lane<R>([&](int i) CONDYLE_INLINED_LAMBDA { return from[i]; });
}
template <class R, class Number>
CONDYLE_INLINED void store_register(Number* to, const R& lanes) {
  for (int i = 0; i < R::k_count; ++i) to[i] = lanes.lane[i];
}

template <class Data>
CONDYLE_INLINED void clear_bytes(Data& data) {
  std::memset(&data, 0, sizeof data);
}

template <class R>
CONDYLE_INLINED R choose_below(const R& a, const R& limit, const R& yes, const R& no) {
  return lane_by_lane<R>([&](int i) CONDYLE_INLINED_LAMBDA {
    return a.lane[i] < limit.lane[i] ? yes.lane[i] : no.lane[i];
  });
}
template <class R>
CONDYLE_INLINED R choose_up_to(const R& a, const R& limit, const R& yes, const R& no) {
  return lane_by_lane<R>([&](int i) CONDYLE_INLINED_LAMBDA {
    return a.lane[i] <= limit.lane[i] ? yes.lane[i] : no.lane[i];
  });
}

/// The bits of a number, and the number of bits.
template <class To, class From>
CONDYLE_INLINED To same_bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}
CONDYLE_INLINED bool is_negative(float a) { return same_bits<unsigned>(a) >> 31 != 0; }
CONDYLE_INLINED bool is_negative(double a) { return same_bits<unsigned long long>(a) >> 63 != 0; }

CONDYLE_INLINED float abs(float a) { return same_bits<float>(same_bits<unsigned>(a) & ~0u >> 1); }
CONDYLE_INLINED double abs(double a) { return std::fabs(a); }
CONDYLE_INLINED double sqrt(double a) { return std::sqrt(a); }

CONDYLE_INLINED FloatRegister choose_by_sign(const FloatRegister& sign, const FloatRegister& yes,
                                             const FloatRegister& no) {
  return lane_by_lane<FloatRegister>([&](int i) CONDYLE_INLINED_LAMBDA {
    return is_negative(sign.lane[i]) ? yes.lane[i] : no.lane[i];
  });
}

template <class Number, class Bits>
CONDYLE_INLINED PlainRegister<Number, Bits> abs(const PlainRegister<Number, Bits>& a) {
  return lane_by_lane<PlainRegister<Number, Bits>>(
      [&](int i) CONDYLE_INLINED_LAMBDA { return abs(a.lane[i]); });
}

CONDYLE_INLINED FloatRegister either(const FloatRegister& a, const FloatRegister& b) {
  return lane_by_lane<FloatRegister>([&](int i) CONDYLE_INLINED_LAMBDA {
    return same_bits<float>(same_bits<unsigned>(a.lane[i]) | same_bits<unsigned>(b.lane[i]));
  });
}

CONDYLE_INLINED DoubleRegister sqrt(const DoubleRegister& a) {
  return lane_by_lane<DoubleRegister>([&](int i)
                                          CONDYLE_INLINED_LAMBDA { return sqrt(a.lane[i]); });
}

CONDYLE_INLINED FloatRegister fused(const FloatRegister& a, const FloatRegister& b,
                                    const FloatRegister& c) {
  return a * b + c;
}

template <class Number, class Bits>
CONDYLE_INLINED unsigned sign_bits(const PlainRegister<Number, Bits>& a) {
  return bit_by_bit<PlainRegister<Number, Bits>>(
      [&](int i) CONDYLE_INLINED_LAMBDA { return is_negative(a.lane[i]); });
}
template <class Number, class Bits>
CONDYLE_INLINED unsigned up_to(const PlainRegister<Number, Bits>& a,
                               const PlainRegister<Number, Bits>& b) {
  return bit_by_bit<PlainRegister<Number, Bits>>(
      [&](int i) CONDYLE_INLINED_LAMBDA { return a.lane[i] <= b.lane[i]; });
}
CONDYLE_INLINED unsigned below(const DoubleRegister& a, const DoubleRegister& b) {
  return bit_by_bit<DoubleRegister>([&](int i)
                                        CONDYLE_INLINED_LAMBDA { return a.lane[i] < b.lane[i]; });
}

CONDYLE_INLINED int first_of(unsigned lanes) {
  // The lowest bit times de Bruijn's number has another upper five bits for each place.
  constexpr unsigned char k_place[32] = {0,  1,  28, 2,  29, 14, 24, 3,  30, 22, 20,
                                         15, 25, 17, 4,  8,  31, 27, 13, 23, 21, 19,
                                         16, 7,  26, 12, 18, 6,  11, 5,  10, 9};
  return k_place[(lanes & (~lanes + 1)) * 0x077cb531u >> 27];
}
CONDYLE_INLINED int count_of(unsigned lanes) {
  int count = 0;
  for (; lanes != 0; lanes &= lanes - 1) ++count;
  return count;
}

}  // namespace condyle::CONDYLE_SIMD
