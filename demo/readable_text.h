#pragma once

#include <string>
#include <string_view>

namespace condyle {

/// How many bytes the letter at the front of a text in UTF-8 has. 0 where none begins there, or a
/// control character does.
std::size_t letter_size(std::string_view text);

/// A text that came from outside, fit for one line of a terminal: its control characters, and bytes
/// that are no UTF-8, are written as in "\x1b".
std::string readable_text(std::string_view text);

}  // namespace condyle
