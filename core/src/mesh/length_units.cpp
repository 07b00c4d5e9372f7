#include "core/src/mesh/length_units.h"

#include <fmt/core.h>

#include <array>

#include "condyle/error.h"
#include "core/src/base/enum_words.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::mesh {
namespace {

constexpr double k_inch = 0.0254;  // [m]

/// Of the metric units, which come first in LengthUnit.
double units_per_metre(LengthUnit unit) {
  constexpr std::array k_counts{1.0, 1e2, 1e3, 1e6};
  return k_counts[static_cast<std::size_t>(unit)];
}

}  // namespace

/// Divides by the number of units per metre, which is an exact integer for metric units: the
/// quotient is the double nearest to the decimal number in the file. A product with 0.001 would not
/// be.
double to_metres(double value, LengthUnit unit) {
  return unit == LengthUnit::inch ? value * k_inch : value / units_per_metre(unit);
}

double from_metres(double value, LengthUnit unit) {
  return unit == LengthUnit::inch ? value / k_inch : value * units_per_metre(unit);
}

double metres_per(LengthUnit unit) { return to_metres(1.0, unit); }

LengthUnit parse_length_unit(std::string_view text) {
  if (const auto unit = enumerator_of<LengthUnit>(text)) return *unit;
  throw InputError(
      fmt::format("{} is no unit of length; give m, cm, mm, um or in", in_quotes(text)));
}

}  // namespace condyle::mesh
