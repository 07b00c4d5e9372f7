#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "engine/engine_name.h"

namespace condyle {

/// Adds --engine to a command that runs scenes. `engine` has the default.
CLI::Option* add_engine_option(CLI::App& command, EngineName& engine);

/// Throws InputError if the command line asks for an engine that cannot move the scene of a file.
void require_engine(const CLI::App& command, const std::string& scene, EngineName engine);

}  // namespace condyle
