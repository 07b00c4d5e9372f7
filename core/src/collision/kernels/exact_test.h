#pragma once

#include "core/src/collision/search_kernels.h"
#include "core/src/simd/lanes.h"

namespace condyle::CONDYLE_SIMD {

// inward_ray(), sheared() and cross() (casting_rays.h, ray_triangle.h) for eight rays and
// triangles: the same operations in the same order, so the same bits. A candidate is `unsure` if a
// difference of products may need its careful form.

/// A difference of products that is smaller than this fraction of the products is computed in its
/// careful form.
inline constexpr double k_cancelled = 0x1p-26;

/// A difference of products. `distrust` becomes negative if it cancels too much.
CONDYLE_LANES Double8 cautious_difference(const Double8& a, const Double8& b, const Double8& c,
                                          const Double8& d, Double8& distrust) {
  const Double8 ab = a * b, difference = ab - c * d;
  distrust = min(distrust, abs(difference) - all(k_cancelled) * abs(ab));
  return difference;
}

/// Chooses per lane by the direction's component of largest magnitude.
struct AxisChoice {
  Double8 over_y, over_z, y_over_z;  ///< |x| - |y|, |x| - |z|, |y| - |z| of the direction

  explicit AxisChoice(const Double8 (&d)[3])
      : over_y(abs(d[0]) - abs(d[1])),
        over_z(abs(d[0]) - abs(d[2])),
        y_over_z(abs(d[1]) - abs(d[2])) {}

  CONDYLE_LANES Double8 operator()(const Double8& if_x, const Double8& if_y,
                                   const Double8& if_z) const {
    const Double8 none = all(0.0);
    return select_up_to(over_y, none, select_up_to(y_over_z, none, if_z, if_y),
                        select_up_to(over_z, none, if_z, if_x));
  }
};

/// The least positive double of full precision.
inline constexpr double k_least_normal = 0x1p-1022;

/// counts_alone() (proximity_rule.h).
CONDYLE_LANES unsigned counts_alone(const ProximityWindow& window, const Double8& distance,
                                    unsigned leaves) {
  const unsigned is_inside =
      up_to(all(window.min_proximity), distance) & up_to(distance, all(window.max_proximity));
  const unsigned is_above_0 = up_to(all(k_least_normal), distance);
  const unsigned is_gap = window.min_proximity < 0 ? up_to(distance, all(0.0)) : 0;
  return is_inside & (is_above_0 | is_gap) & (window.two_sided ? 0xff : leaves);
}

inline void cross(const CastingRay* rays, const geometry::TreeTriangle* triangles,
                  const PlainPose& X_TC, const ProximityWindow& window, const Candidate* candidates,
                  Crossings& crossings) {
  const double *of_ray[8], *of_triangle[8], *to_last[8];
  for (int i = 0; i < 8; ++i) {
    of_ray[i] = rays[candidates[i].ray].origin;  // and the normal behind it, in the same cache line
    of_triangle[i] = triangles[candidates[i].triangle].corner[0];
    to_last[i] = of_triangle[i] + 1;
  }
  Double8 ray[6], corners[8], last[8];
  transpose(of_ray, ray);
  transpose(of_triangle, corners);
  transpose(to_last, last);
  Double8 o[3], d[3];
  for (int k = 0; k < 3; ++k) {
    const auto turned = [&](int first) {
      return all(X_TC.R[k][0]) * ray[first] + all(X_TC.R[k][1]) * ray[first + 1] +
             all(X_TC.R[k][2]) * ray[first + 2];
    };
    o[k] = turned(0) + all(X_TC.p[k]);
    d[k] = -turned(3);
  }
  const AxisChoice pick(d);
  const Double8 dz = pick(d[0], d[1], d[2]);
  const Double8 shear_x = pick(d[1], d[2], d[0]) / dz, shear_y = pick(d[2], d[0], d[1]) / dz;
  Double8 x[3], y[3], z[3];  // coordinates of the corners
  for (int v = 0; v < 3; ++v) {
    const Double8 p[3] = {corners[3 * v] - o[0], corners[3 * v + 1] - o[1],
                          (v == 2 ? last[7] : corners[3 * v + 2]) - o[2]};
    z[v] = pick(p[0], p[1], p[2]);
    x[v] = pick(p[1], p[2], p[0]) - shear_x * z[v];
    y[v] = pick(p[2], p[0], p[1]) - shear_y * z[v];
  }
  Double8 distrust = all(1.0);
  const Double8 a = cautious_difference(x[1], y[2], y[1], x[2], distrust);
  const Double8 b = cautious_difference(x[2], y[0], y[2], x[0], distrust);
  const Double8 c = cautious_difference(x[0], y[1], y[0], x[1], distrust);
  const Double8 area = a + b + c;
  const Double8 height = (a * z[0] + b * z[1] + c * z[2]) / area;
  const Double8 distance = height / dz;
  store(crossings.distance, distance);
  const unsigned sign_a = sign_bits(a), sign_b = sign_bits(b), sign_c = sign_bits(c);
  const unsigned same = ~((sign_a ^ sign_b) | (sign_a ^ sign_c));
  crossings.hit = same & 0xff;
  crossings.leaves = ~(sign_bits(area) ^ sign_bits(dz)) & 0xff;
  crossings.unsure = ~sign_bits(all(0.0) - distrust) & 0xff;
  crossings.counts = crossings.hit & counts_alone(window, distance, crossings.leaves);
}

}  // namespace condyle::CONDYLE_SIMD
