#pragma once

#include <string>
#include <string_view>

namespace condyle {

/// The number of bytes of the first character of a UTF-8 text; 0 if the text does not start with a
/// valid character or starts with a control character.
std::size_t letter_size(std::string_view text);

/// Makes a text from an outside source safe for one line of a terminal: control characters and
/// bytes that are not valid UTF-8 are written as in "\x1b".
std::string readable_text(std::string_view text);

}  // namespace condyle
