#include <CLI/CLI.hpp>

#include "commands.h"

namespace condyle {

void add_mesh_command(CLI::App&) {}

}  // namespace condyle
