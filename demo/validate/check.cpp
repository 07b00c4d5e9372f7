#include "validate/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace condyle {

double deviation(const Check& check) {
  const double difference = check.measured - check.expected;
  return check.is_absolute ? difference : difference / std::abs(check.expected);
}

bool passes(const Check& check) { return std::abs(deviation(check)) <= check.tolerance; }

bool passes(const CheckFamily& family) {
  return std::ranges::all_of(family.checks, [](const Check& check) { return passes(check); });
}

std::string word_of(Activity activity) {
  switch (activity) {
    case Activity::code_verification:
      return "code verification";
    case Activity::calculation_verification:
      return "calculation verification";
    case Activity::validation:
      return "validation";
  }
  return {};
}

std::string deviation_text(const Check& check) {
  if (!check.is_absolute)
    return fmt::format("{:+.2g} % ({:g} %)", 100 * deviation(check), 100 * check.tolerance);
  const std::string unit = check.unit == "1" ? "" : " " + check.unit;
  return fmt::format("{:+.2g}{} ({:g}{})", deviation(check), unit, check.tolerance, unit);
}

}  // namespace condyle
