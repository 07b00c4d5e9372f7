#pragma once

#include <span>
#include <string>

namespace condyle::scene {

/// The entry of `names` that `text` was probably meant to be: the one that differs by the fewest
/// insertions, deletions, replacements and swaps of neighbouring letters, ignoring case. Empty if
/// all entries differ by more than a third of the length of `text` plus one.
std::string closest_name(const std::string& text, std::span<const std::string> names);

/// "; did you mean 'x'?" to end a message about an unknown name, or an empty string.
std::string suggestion(const std::string& text, std::span<const std::string> names);

/// "; did you mean 'x'? It has: x, y" or "; it has: x, y".
std::string suggestion_and_names(const std::string& text, std::span<const std::string> names);

}  // namespace condyle::scene
