#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "condyle/contact/contact_settings.h"
#include "core/src/base/enum_words.h"
#include "engine/engine_name.h"

namespace condyle {

/// Adds an option that takes a word of the enumeration. `value`, which is an enumerator or an
/// optional one, has the default.
template <class Enum, class Value = Enum>
CLI::Option* add_word_option(CLI::App& command, const std::string& name, Value& value,
                             const std::string& help) {
  CLI::Option* const option = command.add_option_function<std::string>(
      name, [&value](const std::string& word) { value = *enumerator_of<Enum>(word); }, help);
  if constexpr (std::is_same_v<Enum, Value>) option->default_str(word_of(value));
  return option->check(CLI::IsMember(words_of<Enum>()));
}

/// The option of the commands that run scenes.
inline CLI::Option* add_engine_option(CLI::App& command, EngineName& engine) {
  return add_word_option<EngineName>(command, "--engine", engine,
                                     "Engine that moves the bodies of the scene");
}

/// The option of the commands whose results are compared with OpenSim's.
inline void add_force_direction_option(CLI::App& command, ForceDirection& direction) {
  add_word_option<ForceDirection>(
      command, "--force-direction", direction,
      "Normal along which contact presses: the target's, which conserves energy, or the casting "
      "mesh's, as in OpenSim");
}

}  // namespace condyle
