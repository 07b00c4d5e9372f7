#include "core/src/geometry/line_crossings.h"

#include <algorithm>
#include <cmath>

namespace condyle::geometry {

LineInterval intersection(const LineInterval& a, const LineInterval& b) {
  return {std::max(a.lowest, b.lowest), std::min(a.highest, b.highest)};
}

LineInterval hull(const LineInterval& a, const LineInterval& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.lowest, b.lowest), std::max(a.highest, b.highest)};
}

LineCrossings ends(const LineInterval& interval) {
  LineCrossings crossings;
  if (interval.empty()) return crossings;
  if (std::isfinite(interval.lowest)) crossings.add(interval.lowest);
  if (std::isfinite(interval.highest)) crossings.add(interval.highest);
  return crossings;
}

LineInterval inside_slab(double origin, double slope, double low, double high) {
  if (slope == 0) return origin >= low && origin <= high ? LineInterval{} : k_no_interval;
  const double at_low = (low - origin) / slope, at_high = (high - origin) / slope;
  return {std::min(at_low, at_high), std::max(at_low, at_high)};
}

}  // namespace condyle::geometry
