#include <CLI/CLI.hpp>

#include "commands.h"

namespace condyle {

void add_contact_command(CLI::App&) {}

}  // namespace condyle
