#include "core/src/base/number_text.h"

#include <fast_float/fast_float.h>

#include <charconv>
#include <system_error>

namespace condyle {
namespace {

std::string_view without_plus(std::string_view word) {
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  return word;
}

}  // namespace

std::optional<double> parse_number(std::string_view word) {
  word = without_plus(word);
  double value = 0;
  const char* const word_end = word.data() + word.size();
  const auto [end, error] = fast_float::from_chars(word.data(), word_end, value);
  if (end != word_end || error == std::errc::invalid_argument) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_integer(std::string_view word) {
  word = without_plus(word);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || error != std::errc()) return std::nullopt;
  return value;
}

}  // namespace condyle
