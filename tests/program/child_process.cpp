#include "program/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>
#include <thread>

namespace condyle {
namespace {

using Clock = std::chrono::steady_clock;

void redirect(int descriptor, Stream stream, const std::string& file) {
  int from = -1;
  switch (stream) {
    case Stream::captured:
      from = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      break;
    case Stream::closed:
      close(descriptor);
      return;
    case Stream::full_device:
      from = open("/dev/full", O_WRONLY);
      break;
    case Stream::closed_pipe: {
      int ends[2];
      if (pipe(ends) != 0) _exit(120);
      close(ends[0]);
      from = ends[1];
      break;
    }
  }
  dup2(from, descriptor);
  close(from);
}

void limit(__rlimit_resource_t resource, rlim_t most) {
  if (most == RLIM_INFINITY) return;
  const rlimit both{most, most};
  setrlimit(resource, &both);
}

/// Runs in the child process, which becomes the program.
[[noreturn]] void become_program(const ChildSetup& setup, const std::string& folder) {
  constexpr int k_override_permissions = 1;  // CAP_DAC_OVERRIDE of linux/capability.h
  std::vector<char*> arguments{const_cast<char*>(CONDYLE_PROGRAM)};
  for (const std::string& argument : setup.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) {
    std::signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (setup.ignores_hang_up) std::signal(SIGHUP, SIG_IGN);
  if (setup.bound_by_permissions) prctl(PR_CAPBSET_DROP, k_override_permissions, 0, 0, 0);
  redirect(STDOUT_FILENO, setup.output, folder + "output");
  redirect(STDERR_FILENO, setup.errors, folder + "errors");
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, setup.largest_file);
  limit(RLIMIT_AS, setup.most_memory);
  execv(CONDYLE_PROGRAM, arguments.data());
  _exit(121);
}

}  // namespace

std::string ChildEnd::text() const {
  return fmt::format("exit code {}, signal {}{}\n{}{}", exit_code, signal, hung ? ", hung" : "",
                     errors, output);
}

Child::Child(const ChildSetup& setup)
    : deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(setup.patience))) {
  // Until the program installs its own handlers, the child would run those of the tests.
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  process_ = fork();
  if (process_ != 0) sigprocmask(SIG_SETMASK, &before, nullptr);
  if (process_ < 0) throw std::runtime_error("no process for a test");
  if (process_ == 0) become_program(setup, (folder_ / "").string());
}

Child::~Child() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

void Child::send(int signal) const { kill(process_, signal); }

ChildEnd Child::wait() {
  ChildEnd end;
  int status = 0;
  rusage usage{};
  while (wait4(process_, &status, WNOHANG, &usage) == 0) {
    if (!end.hung && Clock::now() > deadline_) {
      end.hung = true;
      kill(process_, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  process_ = -1;
  if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  end.peak_memory = usage.ru_maxrss * 1024;
  end.output = file_content(folder_ / "output");
  end.errors = file_content(folder_ / "errors");
  return end;
}

ChildEnd run_child(const ChildSetup& setup) { return Child(setup).wait(); }

}  // namespace condyle
