#include "base/ticks.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace condyle {
namespace {

// Tolerance for rounding when a value is compared with a multiple of a step.
constexpr double k_rounding = 1e-9;

constexpr double k_long_step = 5000;

double power_of_ten_below(double value) { return std::pow(10.0, std::floor(std::log10(value))); }

double round_step(double raw) {
  const double power = power_of_ten_below(raw);
  for (double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= raw * (1 - k_rounding)) return factor * power;
  }
  return 10 * power;
}

}  // namespace

Ticks choose_ticks(double low, double high, int wanted) {
  Ticks ticks;
  const double raw = (high - low) / std::max(wanted, 1);
  if (!std::isfinite(raw) || !(raw > 0)) {
    ticks.values = {low};
    return ticks;
  }
  ticks.step = round_step(raw);
  ticks.decimals = std::max(0, -static_cast<int>(std::floor(std::log10(ticks.step) + k_rounding)));
  const double first = std::ceil(low / ticks.step - k_rounding);
  const double last = std::floor(high / ticks.step + k_rounding);
  for (double k = first; k <= last; ++k) ticks.values.push_back(k * ticks.step);
  return ticks;
}

std::string tick_label(double value, const Ticks& ticks) {
  if (std::abs(value) < ticks.step * k_rounding) value = 0;
  if (ticks.step >= k_long_step && value != 0) return fmt::format("{:g}k", value / 1000);
  return fmt::format("{:.{}f}", value, ticks.decimals);
}

double round_up(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 1;
  const double power = power_of_ten_below(value);
  for (double factor : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
    if (factor * power >= value * (1 - k_rounding)) return factor * power;
  }
  return 10 * power;
}

}  // namespace condyle
