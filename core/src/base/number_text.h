#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace condyle {

/// Parses the whole word as a number, in C notation in any locale. A number too small for a double
/// becomes 0, one too large becomes infinite. Returns none if the word is not a number.
std::optional<double> parse_number(std::string_view word);
std::optional<std::int64_t> parse_integer(std::string_view word);

}  // namespace condyle
