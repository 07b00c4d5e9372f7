#pragma once

#include <span>
#include <string>

namespace condyle {

/// Of `names`, the one that `text` was probably meant to be: fewest insertions, deletions,
/// replacements and swaps of neighbours away, capitals or not, and at most a third of its length.
/// Empty where none is.
std::string closest_name(const std::string& text, std::span<const std::string> names);

/// "; did you mean 'x'?" or an empty string: the end of a message about an unknown name.
std::string suggestion(const std::string& text, std::span<const std::string> names);

/// "; did you mean 'x'? It has: x, y" or "; it has: x, y".
std::string suggestion_and_names(const std::string& text, std::span<const std::string> names);

}  // namespace condyle
