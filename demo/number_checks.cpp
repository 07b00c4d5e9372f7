#include "number_checks.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/src/base/number_text.h"

namespace condyle {
namespace {

template <class Allowed>
CLI::Validator checked(const std::string& wanted, const char* name, Allowed allowed) {
  const auto check = [wanted, allowed](const std::string& text) -> std::string {
    const std::optional<double> value = parse_number(text);
    if (value && std::isfinite(*value) && allowed(*value)) return {};
    return fmt::format("'{}' is not {}", text, wanted);
  };
  return CLI::Validator(check, name);
}

}  // namespace

CLI::Validator finite_number() {
  return checked("a finite number", "FINITE", [](double) { return true; });
}

CLI::Validator finite_positive() {
  return checked("a finite number above 0", "POSITIVE", [](double x) { return x > 0; });
}

CLI::Validator finite_between(double least, double most) {
  const std::string range = fmt::format("{:g} to {:g}", least, most);
  return checked("a number from " + range, range.c_str(),
                 [=](double x) { return x >= least && x <= most; });
}

CLI::Validator number_in_range(const scene::NumberRange& range) {
  const auto is_in = [range](double x) {
    return (range.open_min ? x > range.min : x >= range.min) && x <= range.max;
  };
  return checked(fmt::format("a finite number {} {:g} and at most {:g}",
                             range.open_min ? "above" : "of at least", range.min, range.max),
                 "", is_in);
}

CLI::Validator whole_positive() { return whole_between(1, std::numeric_limits<int>::max()); }

CLI::Validator whole_between(int least, int most) {
  return checked(fmt::format("a whole number from {} to {}", least, most), "COUNT",
                 [=](double x) { return x >= least && x <= most && x == std::floor(x); });
}

std::vector<double> numbers_in(std::string_view text, char separator) {
  std::vector<double> numbers;
  while (true) {
    const std::string_view part = text.substr(0, text.find(separator));
    const std::optional<double> number = parse_number(part);
    if (!number || !std::isfinite(*number)) return {};
    numbers.push_back(*number);
    if (part.size() == text.size()) return numbers;
    text.remove_prefix(part.size() + 1);
  }
}

}  // namespace condyle
