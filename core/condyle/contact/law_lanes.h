#pragma once

#include "condyle/contact/friction_over_speed.h"
#include "condyle/simd/double4.h"

namespace condyle {

// The laws of one contact, which all that presses goes through: the step of an engine, several
// triangles side by side, and the report of a pose. `Number` is double, or Double4 for four contacts
// at once with the same bits.

/// Below this cosine between ray and target a triangle does not press: its proximity, which grows as
/// 1 / cosine, is no depth any more.
inline constexpr double k_least_cosine = 0.05;

template <class Number>
struct NormalPressure {
  Number pressure;  ///< [Pa], >= 0
  Number by_depth;  ///< [Pa/m]
  Number by_rate;   ///< [Pa s/m]
};

/// Hunt and Crossley (1975): an elastic pressure, and its slope by depth, times 1 + 3/2 c d' with
/// the dissipation c [s/m] and the rate of depth d' [m/s]; never below zero.
template <class Number>
CONDYLE_INLINE NormalPressure<Number> with_dissipation(double dissipation, Number pressure,
                                                       Number by_depth, Number rate) {
  const double damping = 1.5 * dissipation;
  const Number factor = 1 + damping * rate, none{};
  return {select(factor > 0, pressure * factor, none), select(factor > 0, by_depth * factor, none),
          select(factor > 0, damping * pressure, none)};
}

}  // namespace condyle
