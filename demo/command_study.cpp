#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/assets.h"
#include "base/system.h"
#include "commands.h"
#include "condyle/error.h"

namespace condyle {
namespace {

/// Studies run in Python. If the interpreter lacks a package, this prints one line instead of a
/// traceback.
constexpr const char* k_start = R"(import sys
try:
    from condyle.study.command import main
except ImportError as error:
    print(f"condyle: study needs the Python package condyle for {sys.executable} ({error}); build it with "
          "CONDYLE_PYTHON or pip install ./python (docs/python.md), or name another Python in the variable "
          "CONDYLE_PYTHON", file=sys.stderr)
    sys.exit(2)
sys.exit(main()))";

/// The interpreter: CONDYLE_PYTHON if it is set, else the system's.
std::string python() {
  if (const char* chosen = std::getenv("CONDYLE_PYTHON"); chosen && *chosen) return chosen;
  return system_python();
}

/// Puts the package of this build before an installed one in Python's search path. An installed
/// program leaves that path as it is.
void prefer_package_of_build() {
  const std::filesystem::path package = assets().parent_path() / "python";
  if (std::filesystem::exists(package / "condyle")) put_first("PYTHONPATH", package);
}

/// Replaces this process by Python, which runs the study and sets the exit code.
[[noreturn]] void become_study(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {python(), "-c", k_start};
  words.insert(words.end(), arguments.begin(), arguments.end());
  prefer_package_of_build();
  const std::string reason = become_program(words);
  throw InputError(
      fmt::format("study runs in Python, and {} cannot be started ({}); install python3, or name "
                  "another interpreter in the variable CONDYLE_PYTHON",
                  words.front(), reason));
}

}  // namespace

void add_study_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("study", "Run variants of a scene on many processors");
  command.prefix_command();  // Python parses the arguments
  command.set_help_flag();
  command.callback([&command] { become_study(command.remaining()); });
}

}  // namespace condyle
