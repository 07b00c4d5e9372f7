#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "core/src/base/enum_words.h"

namespace condyle {

/// An option that takes one of the words of an enumeration. `value` has the default.
template <class Enum>
CLI::Option* add_word_option(CLI::App& command, const std::string& name, Enum& value,
                             const std::string& description) {
  CLI::Option* const option = command.add_option_function<std::string>(
      name, [&value](const std::string& word) { value = *enumerator_of<Enum>(word); }, description);
  return option->default_str(word_of(value))->check(CLI::IsMember(words_of<Enum>()));
}

/// The same with a value that stays empty without the option.
template <class Enum>
CLI::Option* add_word_option(CLI::App& command, const std::string& name, std::optional<Enum>& value,
                             const std::string& description) {
  CLI::Option* const option = command.add_option_function<std::string>(
      name, [&value](const std::string& word) { value = enumerator_of<Enum>(word); }, description);
  return option->check(CLI::IsMember(words_of<Enum>()));
}

}  // namespace condyle
