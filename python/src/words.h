#pragma once

#include <span>
#include <string>

#include "core/src/base/enum_words.h"

namespace condyle::python {

/// The index of a word in a list. Throws InputError that names `what` and lists the words if it is
/// not there.
int index_of(const std::string& word, std::span<const std::string> words, const char* what);

/// The enumerator that a word stands for. Throws as index_of().
template <class Enum>
Enum enumerator_of(const std::string& word, const char* what) {
  return enumerator_at<Enum>(index_of(word, words_of<Enum>(), what));
}

}  // namespace condyle::python
