#include <algorithm>
#include <cmath>

#include "condyle/scene/scene.h"

namespace condyle::scene {
namespace {

/// From 0 to 1 with zero velocity and acceleration at both ends (minimum jerk, Flash & Hogan 1985).
double smooth_step(double s) { return s * s * s * (10 + s * (-15 + 6 * s)); }

}  // namespace

double value_at(const TimeTable& table, double time) {
  if (table.period > 0 && time > 0) time = std::fmod(time, table.period);
  const auto after = std::upper_bound(table.times.begin(), table.times.end(), time);
  if (after == table.times.begin()) return table.values.front();
  if (after == table.times.end()) return table.values.back();
  const auto i = static_cast<std::size_t>(after - table.times.begin());
  const double s = (time - table.times[i - 1]) / (table.times[i] - table.times[i - 1]);
  const double weight = table.smooth ? smooth_step(s) : s;
  return table.values[i - 1] + weight * (table.values[i] - table.values[i - 1]);
}

}  // namespace condyle::scene
