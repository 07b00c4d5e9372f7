#pragma once

// Where elements and words are in the text of an .osim file that was parsed before, so that it is
// valid XML. Not part of the library's interface.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace condyle::opensim {

/// The bytes of an element: <type>content</type>, or an empty one, <type/>.
struct TagSpan {
  std::size_t begin = 0;    ///< at '<'
  std::size_t content = 0;  ///< behind the first tag; of an empty one, where its "/>" begins
  std::size_t content_end = 0;
  std::size_t end = 0;  ///< behind the last tag
  bool is_empty = false;
};

/// The element of this type whose tag's name begins at the byte `name`, as it must.
TagSpan find_tags(std::string_view text, std::size_t name, std::string_view type);

struct TextWord {
  std::size_t begin = 0, size = 0;
};

/// The words between two bytes, which blanks, commas, parentheses and comments separate.
std::vector<TextWord> words_between(std::string_view text, std::size_t begin, std::size_t end);

/// The line end and the blanks before the byte `at`; empty if something else is before it on its
/// line.
std::string line_start_of(std::string_view text, std::size_t at);

}  // namespace condyle::opensim
