#include "run_program.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>

#include "core/mesh/temporary_folder.h"

namespace condyle {

ProgramRun run_command(const std::string& command_line) {
  const TemporaryFolder folder;
  const std::string command = fmt::format("{} >{} 2>{}", command_line, (folder / "out").string(),
                                          (folder / "err").string());
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, file_content(folder / "out"),
          file_content(folder / "err")};
}

ProgramRun run_program(const std::string& arguments) {
  return run_command(
      fmt::format("env -u DISPLAY -u WAYLAND_DISPLAY {} {}", CONDYLE_PROGRAM, arguments));
}

ProgramRun run_program_on_display(const std::string& arguments) {
  return run_command(fmt::format("{} {}", CONDYLE_PROGRAM, arguments));
}

}  // namespace condyle
