#pragma once

#include <Eigen/Core>
#include <cmath>

#include "condyle/contact/law_lanes.h"
#include "condyle/solver/frozen_sums.h"

// Four lanes of a block at a time (simd/double4.h). Compiled twice where that is possible, for
// processors with AVX2 and for all; both give the same bits: no sum changes its order and no
// multiplication melts into an addition.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CONDYLE_FOR_EACH_PROCESSOR [[gnu::target_clones("avx2", "default")]]
#else
#define CONDYLE_FOR_EACH_PROCESSOR
#endif

namespace condyle {

/// 1 / cosine between ray and target, which grows no further for what grazes.
template <class Number>
CONDYLE_INLINE Number bounded_inverse(Number cosine) {
  const Number none{}, least = none + k_least_cosine;
  const Number bound = select(cosine < 0, -least, least);
  return 1 / select((cosine < 0 ? -cosine : cosine) >= least, cosine, bound);
}

/// RelativeMotion as plain numbers, which a loop keeps in registers.
struct Motion {
  double a[3], s[3], w[3], v[3];  ///< rotation, shift, angular velocity, velocity

  explicit Motion(const RelativeMotion& motion) {
    for (int i = 0; i < 3; ++i) {
      a[i] = motion.way[i];
      s[i] = motion.way[3 + i];
      w[i] = motion.velocity[i];
      v[i] = motion.velocity[3 + i];
    }
  }
};

/// Four vectors side by side.
struct Vectors {
  Double4 x, y, z;
};

CONDYLE_INLINE Vectors load(const BlockRow (&lanes)[3], int at) {
  return {load4(&lanes[0][at]), load4(&lanes[1][at]), load4(&lanes[2][at])};
}

CONDYLE_INLINE Double4 dot(const Vectors& a, const Vectors& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

CONDYLE_INLINE Vectors cross(const Vectors& a, const Vectors& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

CONDYLE_INLINE Vectors times(Double4 factor, const Vectors& v) {
  return {factor * v.x, factor * v.y, factor * v.z};
}

/// a + factor b
CONDYLE_INLINE Vectors plus(const Vectors& a, Double4 factor, const Vectors& b) {
  return {a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

/// a - factor b
CONDYLE_INLINE Vectors minus(const Vectors& a, Double4 factor, const Vectors& b) {
  return {a.x - factor * b.x, a.y - factor * b.y, a.z - factor * b.z};
}

CONDYLE_INLINE void store(const Vectors& v, BlockRow (&lanes)[3], int at) {
  store4(&lanes[0][at], v.x);
  store4(&lanes[1][at], v.y);
  store4(&lanes[2][at], v.z);
}

/// gradient . (rotation, shift), of displacements or of velocities.
CONDYLE_INLINE Double4 along_gradient(const FrozenBlock& block, int at, const double (&rotation)[3],
                                      const double (&shift)[3]) {
  Double4 sum = load4(&block.gradient[0][at]) * rotation[0];
  sum += load4(&block.gradient[1][at]) * rotation[1];
  sum += load4(&block.gradient[2][at]) * rotation[2];
  sum += load4(&block.gradient[3][at]) * shift[0];
  sum += load4(&block.gradient[4][at]) * shift[1];
  sum += load4(&block.gradient[5][at]) * shift[2];
  return sum;
}

CONDYLE_INLINE void add_to(BlockRow& sums, int at, Double4 term) {
  store4(&sums[at], load4(&sums[at]) + term);
}

inline double lane_sum(const BlockRow& lanes) {
  static_assert(k_lanes == 8);
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
         ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

}  // namespace condyle
