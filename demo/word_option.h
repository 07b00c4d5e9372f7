#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "core/src/base/enum_words.h"
#include "engine/engine_name.h"

namespace condyle {

/// The option of the commands that run scenes. `engine` has the default.
inline CLI::Option* add_engine_option(CLI::App& command, EngineName& engine) {
  CLI::Option* const option = command.add_option_function<std::string>(
      "--engine", [&engine](const std::string& word) { engine = *enumerator_of<EngineName>(word); },
      "Engine that moves the bodies of the scene");
  return option->default_str(word_of(engine))->check(CLI::IsMember(words_of<EngineName>()));
}

}  // namespace condyle
