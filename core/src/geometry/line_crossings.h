#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <limits>

namespace condyle::geometry {

/// Crossings of the line origin + t * direction with the surface of an analytic shape: ascending t,
/// of either sign, in units of the direction's length. At most four (for a torus).
struct LineCrossings {
  int count = 0;
  std::array<double, 4> at{};

  void add(double t) { at[count++] = t; }
};

/// The part of a line inside a convex solid; empty if lowest > highest.
struct LineInterval {
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();

  bool empty() const { return !(lowest <= highest); }
};

inline constexpr LineInterval k_no_interval{1, 0};

LineInterval intersection(const LineInterval& a, const LineInterval& b);

/// The smallest interval that contains both; an empty one does not count.
LineInterval hull(const LineInterval& a, const LineInterval& b);

/// The finite ends of an interval. A line that only touches the solid gives its point twice.
LineCrossings ends(const LineInterval& interval);

/// The part of a line with low <= origin + t slope <= high.
LineInterval inside_slab(double origin, double slope, double low, double high);

/// The part of a line within `radius` of the origin, in N dimensions (2: the cross-section of a
/// cylinder). Computed from the line's nearest point to the origin, which keeps full precision for
/// a short chord seen from far away.
template <int N>
LineInterval inside_ball(const Eigen::Matrix<double, N, 1>& origin,
                         const Eigen::Matrix<double, N, 1>& direction, double radius) {
  const double speed = direction.squaredNorm();
  if (speed == 0) return origin.squaredNorm() <= radius * radius ? LineInterval{} : k_no_interval;
  const double middle = -origin.dot(direction) / speed;
  const double rest = radius * radius - (origin + middle * direction).squaredNorm();
  if (rest < 0) return k_no_interval;
  const double half = std::sqrt(rest / speed);
  return {middle - half, middle + half};
}

}  // namespace condyle::geometry
