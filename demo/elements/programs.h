#pragma once

#include <filesystem>
#include <string>

namespace condyle {

/// Why program `name` of Debian's `package` cannot be run here; empty if it can.
std::string why_no_program(const std::string& name, const std::string& package);

/// Runs a program with its arguments in a folder; its output goes to NAME.txt there. Throws
/// SimulationError if a signal such as Ctrl-C ended it, and InputError with the first line of its
/// output that names an error if it failed.
void run_program(const std::string& name, const std::string& arguments,
                 const std::filesystem::path& folder);

}  // namespace condyle
