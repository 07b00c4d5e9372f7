#pragma once

#include <span>

#include "condyle/contact/contact_laws.h"

namespace condyle {

struct GaussPoint {
  double at, weight;  ///< position between 0 and 1, and its weight
};
inline constexpr GaussPoint k_three_points[] = {
    {0.11270166537925831, 5.0 / 18}, {0.5, 8.0 / 18}, {0.88729833462074169, 5.0 / 18}};
inline constexpr GaussPoint k_five_points[] = {{0.04691007703066800, 0.11846344252809454},
                                               {0.23076534494715845, 0.23931433524968324},
                                               {0.5, 0.28444444444444444},
                                               {0.76923465505284155, 0.23931433524968324},
                                               {0.95308992296933200, 0.11846344252809454}};

/// The mean of a normal force while the depth changes evenly from `start` to `end`, by Gauss's
/// rule. `law(depth)` returns its NormalSample at the rate of the step. The work of an elastic law
/// then equals the loss of its energy, up to the error of the rule: none for a linear law, and at
/// most 4e-5 of the energy for z^1.5, in the sub-step of touch. This is the mean of a gradient
/// field along the displacement (Quispel and McLaren 2008). by_depth is the derivative by the depth
/// at the end.
template <class Law>
NormalSample mean_between(double start, double end, Law&& law) {
  const double from = start > 0 ? start : 0.0, to = end > 0 ? end : 0.0;
  if (from == 0 && to == 0) return {};
  // False: in contact on only a part of the displacement.
  const bool is_whole = start >= 0 && end >= 0;
  NormalSample mean;
  const std::span<const GaussPoint> points =
      is_whole ? std::span<const GaussPoint>(k_three_points) : k_five_points;
  for (const auto& [at, weight] : points) {
    const NormalSample sample = law(from + at * (to - from));
    mean.force += weight * sample.force;
    mean.by_rate += weight * sample.by_rate;
    if (end > 0) mean.by_depth += weight * at * sample.by_depth;
  }
  if (is_whole) return mean;
  const double way = end - start, part = (to - from) / way;
  mean.by_depth = part * mean.by_depth + mean.force * (end > 0 ? -start : start) / (way * way);
  mean.force *= part;
  mean.by_rate *= part;
  return mean;
}

}  // namespace condyle
