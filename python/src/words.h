#pragma once

#include <span>
#include <string>

namespace condyle::python {

/// The index of a word in a list. Throws InputError that names `what` and lists the words if it is
/// not there.
int index_of(const std::string& word, std::span<const std::string> words, const char* what);

}  // namespace condyle::python
