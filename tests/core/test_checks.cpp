// The checks of the standard library and of Eigen are on in the build of this file: in all tests,
// and in the folders that are tested with sanitizers.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <Eigen/Core>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>
#include <vector>

namespace condyle::test::checks_tests {
namespace {

/// Whether `call` aborts. `call` runs in a copy of this process, which prints nothing when it ends.
template <class Call>
bool aborts(const Call& call) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    std::signal(SIGABRT, SIG_DFL);
    if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
    call();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

}  // namespace

TEST_CASE("an index out of range in a container or a matrix ends the program", "[checks]") {
  const volatile std::size_t beyond = 3;
  const std::vector<int> list(3);
  const Eigen::VectorXd vector = Eigen::VectorXd::Zero(3);
  CHECK_FALSE(aborts([&] { return list[beyond - 1]; }));
  CHECK(aborts([&] { return list[beyond]; }));
  CHECK_FALSE(aborts([&] { return vector[static_cast<Eigen::Index>(beyond - 1)]; }));
  CHECK(aborts([&] { return vector[static_cast<Eigen::Index>(beyond)]; }));
}

}  // namespace condyle::test::checks_tests
