#include "elements/programs.h"

#include <fmt/format.h>

#include <fstream>

#include "base/stop_signal.h"
#include "base/system.h"
#include "condyle/error.h"

namespace condyle {
namespace {

namespace fs = std::filesystem;

/// The first line of a program's output that names an error.
std::string first_error(const fs::path& output) {
  std::ifstream lines(output);
  for (std::string line; std::getline(lines, line);)
    if (line.find("*ERROR") != std::string::npos || line.find("Error") != std::string::npos)
      return line;
  return "it gave no reason";
}

}  // namespace

std::string why_no_program(const std::string& name, const std::string& package) {
  if (has_program(name)) return {};
  return fmt::format("no program {} in the PATH (Debian: {})", name, package);
}

void run_program(const std::string& name, const std::string& arguments, const fs::path& folder) {
  const std::string command = fmt::format("{0} {1} >{0}.txt 2>&1", name, arguments);
  // The program may run for minutes, and does not see a Ctrl-C that came before it began.
  if (StopSignal::received() != nullptr)
    throw SimulationError(fmt::format("stopped before {} ran; nothing was written", name));
  const CommandEnd end = run_in_shell(command, folder);
  if (end == CommandEnd::stopped)
    throw SimulationError(fmt::format("stopped while {} ran; nothing was written", name));
  if (end == CommandEnd::failed)
    throw InputError(fmt::format("{} failed: {}", name, first_error(folder / (name + ".txt"))));
}

}  // namespace condyle
