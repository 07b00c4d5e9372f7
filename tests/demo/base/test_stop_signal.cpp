#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "base/stop_signal.h"

namespace condyle::test::stop_signal_tests {
namespace {

void sleep_ms(int time) { std::this_thread::sleep_for(std::chrono::milliseconds(time)); }

/// Starts a process in a step of five seconds, which reports through the pipe when it begins.
pid_t begin_long_step(int pipe_to_parent) {
  const pid_t process = fork();
  if (process != 0) return process;
  const StopSignal stop;
  if (write(pipe_to_parent, "x", 1) != 1) _exit(9);
  for (int i = 0; i < 500; ++i) sleep_ms(10);
  _exit(StopSignal::received() != nullptr ? 3 : 0);
}

}  // namespace

TEST_CASE("StopSignal: the first signal is noted, and its end restores what was", "[signal]") {
  CHECK(StopSignal::received() == nullptr);
  for (const auto& [number, name] :
       {std::pair{SIGINT, "SIGINT"}, std::pair{SIGTERM, "SIGTERM"}, std::pair{SIGHUP, "SIGHUP"}}) {
    struct sigaction before {
    }, after{};
    sigaction(number, nullptr, &before);
    {
      const StopSignal stop;
      CHECK(StopSignal::received() == nullptr);
      std::raise(number);
      std::raise(number);  // at the same time, so it counts as one request
      REQUIRE(StopSignal::received() != nullptr);
      CHECK(StopSignal::received() == std::string(name));
    }
    sigaction(number, nullptr, &after);
    CHECK(after.sa_handler == before.sa_handler);
  }
}

TEST_CASE("StopSignal: a second signal ends the program at once", "[signal]") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t process = begin_long_step(ends[1]);
  char begun = 0;
  REQUIRE(read(ends[0], &begun, 1) == 1);
  kill(process, SIGTERM);
  sleep_ms(300);
  kill(process, SIGINT);
  int status = 0;
  waitpid(process, &status, 0);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGINT);
  close(ends[0]);
  close(ends[1]);
}

}  // namespace condyle::test::stop_signal_tests
