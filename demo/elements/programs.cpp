#include "elements/programs.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/stop_signal.h"
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
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  std::error_code ignored;
  for (std::string folder; std::getline(folders, folder, ':');)
    if (fs::is_regular_file(fs::path(folder) / name, ignored)) return {};
  return fmt::format("no program {} in the PATH (Debian: {})", name, package);
}

void run_program(const std::string& name, const std::string& arguments, const fs::path& folder) {
  const std::string command =
      fmt::format("cd '{0}' && {1} {2} >{1}.txt 2>&1", folder.string(), name, arguments);
  // The program may run for minutes, and does not see a Ctrl-C that came before it began.
  if (StopSignal::received() != nullptr)
    throw SimulationError(fmt::format("stopped before {} ran; nothing was written", name));
  const int status = std::system(command.c_str());
  // Ctrl-C ends the program; std::system() ignores it in this process while it waits.
  if (WIFSIGNALED(status) || WEXITSTATUS(status) == 128 + SIGINT)
    throw SimulationError(fmt::format("stopped while {} ran; nothing was written", name));
  if (status != 0)
    throw InputError(fmt::format("{} failed: {}", name, first_error(folder / (name + ".txt"))));
}

}  // namespace condyle
