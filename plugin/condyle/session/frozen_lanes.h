#pragma once

#include <Eigen/Core>
#include <cmath>

#include "condyle/session/frozen_sums.h"
#include "condyle/simd/double4.h"

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

/// Below this cosine between ray and target the proximity's rate, 1 / cosine, is no longer
/// followed: a grazing hit would otherwise carry any stiffness.
constexpr double k_smallest_cosine = 0.05;

CONDYLE_INLINE double bounded_cosine(double cosine) {
  const double smallest = cosine < 0 ? -k_smallest_cosine : k_smallest_cosine;
  return std::abs(cosine) >= k_smallest_cosine ? cosine : smallest;
}

CONDYLE_INLINE Double4 bounded_cosine(Double4 cosine) {
  const Double4 smallest = select(cosine < 0, all4(-k_smallest_cosine), all4(k_smallest_cosine));
  return select(abs4(cosine) >= k_smallest_cosine, cosine, smallest);
}

/// RelativeMotion as plain numbers, which a loop keeps in registers.
struct Motion {
  double R[3][3], p[3], v[3], w[3];

  explicit Motion(const RelativeMotion& motion) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) R[i][j] = motion.R_CT(i, j);
      p[i] = motion.p_TC_C[i];
      v[i] = motion.V_TC_C.linear[i];
      w[i] = motion.V_TC_C.angular[i];
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

CONDYLE_INLINE void add_to(BlockRow& sums, int at, Double4 term) {
  store4(&sums[at], load4(&sums[at]) + term);
}

inline double lane_sum(const BlockRow& lanes) {
  static_assert(k_lanes == 8);
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
         ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

}  // namespace condyle
