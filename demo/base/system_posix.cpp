// What Linux, macOS and other POSIX systems do for the program.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "base/system.h"
#include "base/terminal.h"

namespace condyle {
namespace {

namespace fs = std::filesystem;

/// The value of a variable; empty if it is not set.
std::string variable_of(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

void open_where_closed(int descriptor, int mode) {
  if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return;
  open("/dev/null", mode);  // open() returns the lowest free descriptor, which is this one
}

}  // namespace

fs::path user_folder() {
  const fs::path settings = variable_of("XDG_CONFIG_HOME"), home = variable_of("HOME");
  if (settings.is_absolute()) return settings / "condyle";
  return home.empty() ? fs::path() : home / ".config" / "condyle";
}

std::vector<fs::path> folders_in(const char* variable) {
  std::vector<fs::path> folders;
  std::istringstream list(variable_of(variable));
  for (std::string folder; std::getline(list, folder, ':');) folders.emplace_back(folder);
  return folders;
}

void put_first(const char* variable, const fs::path& folder) {
  const std::string others = variable_of(variable);
  setenv(variable, (others.empty() ? folder.string() : folder.string() + ":" + others).c_str(), 1);
}

std::string become_program(std::vector<std::string> words) {
  std::vector<char*> call;
  for (std::string& word : words) call.push_back(word.data());
  call.push_back(nullptr);
  execvp(call.front(), call.data());
  return std::strerror(errno);
}

CommandEnd run_in_shell(const std::string& command) {
  const int status = std::system(command.c_str());
  if (WIFSIGNALED(status) || WEXITSTATUS(status) == 128 + SIGINT) return CommandEnd::stopped;
  return status == 0 ? CommandEnd::well : CommandEnd::failed;
}

void prepare_terminal() {
  // Open for the wrong direction, so that reading and writing fail as on a closed descriptor.
  open_where_closed(STDIN_FILENO, O_WRONLY);
  open_where_closed(STDOUT_FILENO, O_RDONLY);
  open_where_closed(STDERR_FILENO, O_RDONLY);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

bool is_error_on_terminal() { return isatty(STDERR_FILENO) == 1; }

}  // namespace condyle
