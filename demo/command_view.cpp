#include <CLI/CLI.hpp>

#include "commands.h"

namespace condyle {

void add_view_command(CLI::App&) {}

}  // namespace condyle
