#include <CLI/CLI.hpp>

#include "commands.h"

namespace condyle {

void add_simulate_command(CLI::App&) {}

}  // namespace condyle
