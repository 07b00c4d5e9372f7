#include "run_program.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>

#include "core/mesh/temporary_folder.h"

namespace condyle {

ProgramRun run_program(const std::string& arguments) {
  const TemporaryFolder folder;
  const std::string command = fmt::format("{} {} >{} 2>{}", CONDYLE_PROGRAM, arguments,
                                          (folder / "out").string(), (folder / "err").string());
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, file_content(folder / "out"),
          file_content(folder / "err")};
}

}  // namespace condyle
