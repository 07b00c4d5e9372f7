#pragma once

#include <CLI/CLI.hpp>

#include "core/scene/src/scene_libraries.h"

namespace condyle {

/// Adds --allow-libraries to a command that reads a scene.
inline void add_library_option(CLI::App& command, scene::LibraryUse& use) {
  command.add_flag_callback(
      "--allow-libraries", [&use] { use = scene::LibraryUse::allowed; },
      "Load the libraries of laws that the scene names: their code runs with all your rights");
}

}  // namespace condyle
