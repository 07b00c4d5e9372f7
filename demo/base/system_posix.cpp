// What Linux, macOS and other POSIX systems do for the program.
#if !defined(_WIN32)

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sstream>
#include <utility>

#include "base/question.h"
#include "base/stop_signal.h"
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

struct Stop {
  int number;
  const char* name;
};

constexpr std::array<Stop, 3> k_stops{
    {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}};

/// Some tools send the same signal to a program and to its process group, or two kinds in a row. A
/// signal within this time of the first counts as the same request.
constexpr long k_same_wish = 100;  // [ms]

std::atomic<int> received_number{0};
std::atomic<long> received_time{0};  // [ms]
static_assert(std::atomic<long>::is_always_lock_free, "a signal handler may not wait for a lock");

long now_in_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void note_signal(int number) {
  if (received_number == 0) {
    received_time = now_in_ms();
    received_number = number;
  } else if (now_in_ms() - received_time > k_same_wish) {
    std::signal(number, SIG_DFL);
    std::raise(number);  // takes effect when the handler returns
  }
}

}  // namespace

std::vector<std::string> program_words(int count, char** words) { return {words, words + count}; }

fs::path user_folder() {
  const fs::path settings = variable_of("XDG_CONFIG_HOME"), home = variable_of("HOME");
  if (settings.is_absolute()) return settings / "condyle";
  return home.empty() ? fs::path() : home / ".config" / "condyle";
}

std::string lack_of_user_folder() { return "neither XDG_CONFIG_HOME nor HOME is set"; }

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

std::string system_python() {
  // Debian's own before another in PATH, because the package is built for Debian's by default.
  return fs::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
}

std::string become_program(std::vector<std::string> words) {
  std::vector<char*> call;
  for (std::string& word : words) call.push_back(word.data());
  call.push_back(nullptr);
  execvp(call.front(), call.data());
  return std::strerror(errno);
}

CommandEnd run_in_shell(const std::string& command, const fs::path& folder) {
  const int status = std::system(("cd '" + folder.string() + "' && " + command).c_str());
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

bool can_ask() { return isatty(STDIN_FILENO) == 1 && is_error_on_terminal(); }

void keep_gamepad_libraries() {}

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
  input_ = ends[1];
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
  pid_t process = -1;
  const int failure = posix_spawnp(&process, call.front(), &actions, nullptr, call.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  process_ = failure == 0 ? process : -1;
  if (failure == 0) return;
  close_input();
  throw InputError(words.front() + " cannot be started: " + std::strerror(failure));
}

FedProgram::~FedProgram() {
  if (process_ < 0) return;
  kill(static_cast<pid_t>(process_), SIGTERM);
  finish();
}

bool FedProgram::feed(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(static_cast<int>(input_), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

void FedProgram::close_input() {
  if (input_ >= 0) close(static_cast<int>(input_));
  input_ = -1;
}

bool FedProgram::finish() {
  close_input();
  if (process_ < 0) return false;
  int status = 0;
  while (waitpid(static_cast<pid_t>(process_), &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

struct StopSignal::Before {
  std::array<struct sigaction, k_stops.size()> actions{};
};

StopSignal::StopSignal() : before_(std::make_unique<Before>()) {
  received_number = 0;
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const Stop& stop : k_stops) sigaddset(&action.sa_mask, stop.number);
  for (std::size_t i = 0; i < k_stops.size(); ++i) {
    struct sigaction& before = before_->actions[i];
    sigaction(k_stops[i].number, nullptr, &before);
    const bool is_nohup = k_stops[i].number == SIGHUP && before.sa_handler == SIG_IGN;
    if (!is_nohup) sigaction(k_stops[i].number, &action, nullptr);
  }
}

StopSignal::~StopSignal() {
  for (std::size_t i = 0; i < k_stops.size(); ++i) {
    sigaction(k_stops[i].number, &before_->actions[i], nullptr);
  }
  received_number = 0;
}

const char* StopSignal::received() {
  const int number = received_number;
  for (const Stop& stop : k_stops) {
    if (stop.number == number) return stop.name;
  }
  return nullptr;
}

}  // namespace condyle

#endif
