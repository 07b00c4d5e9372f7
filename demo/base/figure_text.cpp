#include "base/figure_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

constexpr int k_digits = 3, k_most_decimals = 3;
constexpr double k_largest_plain = 1e6;  // larger numbers have an exponent

}  // namespace

std::string three_digits(double value) {
  const double size = std::abs(value);
  if (!(size < k_largest_plain)) return fmt::format("{:.3g}", value);
  if (size < 0.5 * std::pow(10, -k_most_decimals)) return "0";
  // Rounding may add a digit before the point: 9.996 is 10.0.
  const int before_rounding = static_cast<int>(std::floor(std::log10(size))) + 1;
  const double unit = std::pow(10, before_rounding - k_digits);
  const double rounded = std::round(size / unit) * unit;
  const int before_point = static_cast<int>(std::floor(std::log10(rounded) + 1e-9)) + 1;
  const double shown = std::copysign(rounded, value);
  return fixed(shown, std::clamp(k_digits - before_point, 0, k_most_decimals));
}

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool is_zero = text.find_first_of("123456789ni") == text.npos;  // nor nan, inf
  if (is_zero && text.starts_with('-')) text.erase(0, 1);
  return text;
}

}  // namespace condyle
