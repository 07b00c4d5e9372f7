#pragma once

#include <span>

#include "condyle/contact/normal_law.h"

namespace condyle {

struct GaussPoint {
  double at, weight;  ///< on the way from 0 to 1
};
inline constexpr GaussPoint k_three_points[] = {
    {0.11270166537925831, 5.0 / 18}, {0.5, 8.0 / 18}, {0.88729833462074169, 5.0 / 18}};
inline constexpr GaussPoint k_five_points[] = {{0.04691007703066800, 0.11846344252809454},
                                               {0.23076534494715845, 0.23931433524968324},
                                               {0.5, 0.28444444444444444},
                                               {0.76923465505284155, 0.23931433524968324},
                                               {0.95308992296933200, 0.11846344252809454}};

/// A normal force's mean while the depth goes evenly from `start` to `end`, by Gauss's rule;
/// `law(depth)` is its NormalSample at the step's rate. The work of an elastic law is then what its
/// energy loses, to the error of the rule: none for a linear law, for z^1.5 at most 4e-5 of it, in
/// the sub-step of touch. The mean of a gradient field along the way (Quispel and McLaren 2008).
/// by_depth is by the depth at the end.
template <class Law>
NormalSample mean_between(double start, double end, Law&& law) {
  const double from = start > 0 ? start : 0.0, to = end > 0 ? end : 0.0;
  if (from == 0 && to == 0) return {};
  const bool is_whole = start >= 0 && end >= 0;  // else in contact during a part of the way alone
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
