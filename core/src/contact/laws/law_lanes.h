#pragma once

#include "core/src/collision/least_cosine.h"
#include "core/src/contact/laws/friction_curve.h"
#include "core/src/simd/compiler.h"
#include "core/src/simd/one_lane.h"

namespace condyle {

// The laws of a single contact, which both the step of an engine (several triangles side by side)
// and the report of a pose use. `Number` is double, or lanes of several contacts that give the same
// bits. No Eigen here: see simd/lanes.h.

/// A cosine between ray and target normal by which a rate may be divided: of the same sign, and at
/// least k_least_cosine in size. A ray along the target has no rate of depth either.
template <class Number>
CONDYLE_INLINED Number bounded_cosine(const Number& cosine) {
  const Number none{}, least = none + k_least_cosine;
  return select_below(cosine, none, select_below(-least, cosine, -least, cosine),
                      select_below(cosine, least, least, cosine));
}

template <class Number>
struct NormalPressure {
  Number pressure;  ///< [Pa], >= 0
  Number by_depth;  ///< [Pa/m]
  Number by_rate;   ///< [Pa s/m]
};

/// Damping of Hunt and Crossley (1975): an elastic pressure and its slope by depth, times 1 + 3/2 c
/// d' with the dissipation c [s/m] and the rate of depth d' [m/s]; never below zero.
template <class Number>
CONDYLE_INLINED NormalPressure<Number> with_dissipation(double dissipation, const Number& pressure,
                                                        const Number& by_depth,
                                                        const Number& rate) {
  const double damping = 1.5 * dissipation;
  const Number none{}, factor = 1 + damping * rate;
  return {select_below(none, factor, pressure * factor, none),
          select_below(none, factor, by_depth * factor, none),
          select_below(none, factor, damping * pressure, none)};
}

}  // namespace condyle
