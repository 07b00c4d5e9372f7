// What Linux, macOS and other POSIX systems do for the program.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

#include "base/system.h"
#include "base/terminal.h"
#include "condyle/error.h"

extern char** environ;

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

fs::path program_file() {
  std::error_code error;
  const fs::path file = fs::read_symlink("/proc/self/exe", error);  // Linux; macOS has none
  return error ? fs::path() : file;
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

bool has_program(const std::string& name) {
  for (const fs::path& folder : folders_in("PATH"))
    if (access((folder / name).c_str(), X_OK) == 0 && fs::is_regular_file(folder / name))
      return true;
  return false;
}

FedProgram::FedProgram(std::vector<std::string> words) : errors_(std::tmpfile(), &std::fclose) {
  std::signal(SIGPIPE, SIG_IGN);  // a program that has ended is no reason to end this one
  int ends[2] = {-1, -1};
  if (!errors_ || pipe(ends) != 0)
    throw InputError(words.front() + " cannot be started: " + std::strerror(errno));
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  std::vector<char*> call;
  for (std::string& word : words) call.push_back(word.data());
  call.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(errors_.get()), STDERR_FILENO);
  const int failure =
      posix_spawnp(&process_, call.front(), &actions, nullptr, call.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  input_ = ends[1];
  if (failure == 0) return;
  close_input();
  throw InputError(words.front() + " cannot be started: " + std::strerror(failure));
}

FedProgram::~FedProgram() {
  if (process_ < 0) return;
  kill(process_, SIGTERM);
  finish();
}

bool FedProgram::feed(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(input_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

void FedProgram::close_input() {
  if (input_ >= 0) close(input_);
  input_ = -1;
}

bool FedProgram::finish() {
  close_input();
  if (process_ < 0) return false;
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string FedProgram::last_words() const {
  constexpr std::size_t k_most = 300;
  std::string words;
  std::rewind(errors_.get());
  char part[1000];
  while (std::fgets(part, sizeof part, errors_.get()) != nullptr) words += part;
  while (!words.empty() && words.back() == '\n') words.pop_back();
  return words.size() > k_most ? "..." + words.substr(words.size() - k_most) : words;
}

}  // namespace condyle
