#pragma once

#include <string>

namespace condyle {

/// The result of a run of a program.
struct ProgramRun {
  int exit_code = -1;
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
};

/// Runs a command line of the shell.
ProgramRun run_command(const std::string& command_line);

/// Runs the built program with the arguments as a shell would, without a display, for which
/// simulate would draw a picture. Quote arguments with spaces.
ProgramRun run_program(const std::string& arguments);

/// The same with the display of the tests, if there is one.
ProgramRun run_program_on_display(const std::string& arguments);

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace condyle
