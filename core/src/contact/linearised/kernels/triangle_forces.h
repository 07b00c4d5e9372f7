#pragma once

#include "core/src/contact/laws/law_lanes.h"
#include "core/src/simd/lane_vectors.h"

namespace condyle::CONDYLE_SIMD {

// How a triangle in contact faces the target, and how it rubs, for several triangles side by side.

/// A ray that meets the target.
struct Meeting {
  Vectors hit;     ///< where it meets the target
  Vectors normal;  ///< the target's unit normal there
  /// Gradient of the proximity by the rotation and the shift of the casting body, bounded for a ray
  /// that grazes: [x x m; m] with m = n_t / (n . n_t) at the hit x.
  Vectors turn, along;
  Doubles cover;  ///< area of the target met over the triangle's own; 0: the ray grazes
};

/// `normal_T`: the target's normal in its own axes, which R turns.
CONDYLE_LANES Meeting meet(const double (&R)[3][3], bool two_sided, const Vectors& centroid,
                           const Doubles& proximity, const Vectors& n, const Vectors& normal_T) {
  const Vectors &t = normal_T, hit = minus(centroid, proximity, n);
  const Vectors normal{R[0][0] * t.x + R[0][1] * t.y + R[0][2] * t.z,
                       R[1][0] * t.x + R[1][1] * t.y + R[1][2] * t.z,
                       R[2][0] * t.x + R[2][1] * t.y + R[2][2] * t.z};
  const Doubles cosine = dot(n, normal), inverse = 1.0 / bounded_cosine(cosine);
  const Vectors along = times(inverse, normal);
  const Doubles leaves = two_sided ? abs(cosine) : -cosine;
  return {hit, normal, cross(hit, along), along,
          select_below(leaves, all<Doubles>(k_least_cosine), Doubles{}, abs(inverse))};
}

/// The velocity of a body at a point.
CONDYLE_LANES Vectors velocity_at(const Vectors& c, const double (&w)[3], const double (&v)[3]) {
  return {v[0] + w[1] * c.z - w[2] * c.y, v[1] + w[2] * c.x - w[0] * c.z,
          v[2] + w[0] * c.y - w[1] * c.x};
}

/// Regularised friction: its traction is minus the pressure times `secant` times `slip`.
struct Rubbing {
  Vectors slip;    ///< velocity across the normal of the plane in which it lies
  Doubles secant;  ///< coefficient over slip speed, times the cover
};

CONDYLE_LANES Rubbing rubbing(const FrictionCurve& curve, const Vectors& velocity,
                              const Vectors& across, const Doubles& cover) {
  const Vectors slip = minus(velocity, dot(across, velocity), across);
  return {slip, cover * friction_coefficient_over_speed(curve, sqrt(dot(slip, slip)))};
}

}  // namespace condyle::CONDYLE_SIMD
