#include "words.h"

#include <fmt/format.h>

#include <algorithm>

#include "condyle/error.h"
#include "core/scene/src/closest_name.h"

namespace condyle::python {

int index_of(const std::string& word, std::span<const std::string> words, const char* what) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end())
    throw InputError(
        fmt::format("{} '{}' is unknown{}", what, word, scene::suggestion_and_names(word, words)));
  return static_cast<int>(found - words.begin());
}

}  // namespace condyle::python
