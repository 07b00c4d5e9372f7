#include "base/readable_text.h"

#include <fmt/core.h>

#include <algorithm>

namespace condyle {
namespace {

/// The number of bytes of a character by its first byte; 0 if that byte starts no character.
std::size_t size_by_first_byte(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  if (first >= 0xf0 && first < 0xf5) return 4;
  return 0;
}

/// Whether the first two bytes are invalid: an overlong encoding, a surrogate, or a code point
/// above Unicode's range.
bool is_forbidden(unsigned char first, unsigned char second) {
  return (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
         (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90);
}

bool is_control(unsigned char first, unsigned char second) {
  return first < 0x20 || first == 0x7f || (first == 0xc2 && second < 0xa0);
}

}  // namespace

std::size_t letter_size(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t size = size_by_first_byte(byte(0));
  if (size == 0 || size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = size > 1 ? byte(1) : 0;
  return is_forbidden(byte(0), second) || is_control(byte(0), second) ? 0 : size;
}

std::string readable_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t size = letter_size(text);
    if (size > 0) {
      result += text.substr(0, size);
    } else {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return result;
}

}  // namespace condyle
