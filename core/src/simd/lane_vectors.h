#pragma once

#include "core/src/simd/lanes.h"

namespace condyle::CONDYLE_SIMD {

/// As many doubles as fit one register, for loops with so many values that groups of eight would
/// not stay in registers.
using Doubles = Lanes<DoubleRegister, 1>;
inline constexpr int k_step = sizeof(Doubles) / sizeof(double);

/// Vectors side by side.
struct Vectors {
  Doubles x, y, z;
};

CONDYLE_LANES Doubles dot(const Vectors& a, const Vectors& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

CONDYLE_LANES Vectors cross(const Vectors& a, const Vectors& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

CONDYLE_LANES Vectors times(const Doubles& factor, const Vectors& v) {
  return {factor * v.x, factor * v.y, factor * v.z};
}

/// a - factor b
CONDYLE_LANES Vectors minus(const Vectors& a, const Doubles& factor, const Vectors& b) {
  return {a.x - factor * b.x, a.y - factor * b.y, a.z - factor * b.z};
}

}  // namespace condyle::CONDYLE_SIMD
