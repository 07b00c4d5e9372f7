#pragma once

#include <span>
#include <string>

namespace condyle::python {

/// The place of a word in a list; throws InputError that names `what` and lists the words.
int index_of(const std::string& word, std::span<const std::string> words, const char* what);

}  // namespace condyle::python
