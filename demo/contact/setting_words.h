#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "core/scene/src/scene_words.h"

namespace condyle {

/// The words of the option --formulation, in the order of Formulation.
inline const std::vector<std::string>& formulation_words() {
  static const std::vector<std::string> words{"linear", "nonlinear", "elastic_layer"};
  return words;
}

/// The formulation of a word. Precondition: `word` is one of formulation_words().
inline Formulation formulation_of(const std::string& word) {
  const auto& words = formulation_words();
  return static_cast<Formulation>(std::ranges::find(words, word) - words.begin());
}

/// The word for `direction` in scene files and options.
inline const std::string& word_of(ForceDirection direction) {
  return scene::words::force_directions[static_cast<std::size_t>(direction)];
}

}  // namespace condyle
