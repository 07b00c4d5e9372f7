#pragma once

#if !defined(_WIN32)
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#endif
#include <stdexcept>

namespace condyle::test {

#if defined(_WIN32)

/// There are no copies of a process: tests with the tag [memory] are for other systems.
template <class Call>
double peak_memory_of(const Call&) {
  throw std::runtime_error("memory is not measured on Windows; leave out the tests [memory]");
}

#else

/// Peak growth of memory during `call` [bytes]. The call runs in a copy of this process, so earlier
/// use of memory does not count; exceptions are lost. It runs twice and the second time is
/// measured: the first one maps the pages of the program that it needs (3 MB where it throws),
/// whose number depends on what else the machine has just read.
template <class Call>
double peak_memory_of(const Call& call) {
  const auto peak = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
  };
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) throw std::runtime_error("no pipe for a test");
  const pid_t child = fork();
  if (child == 0) {
    const auto attempt = [&] {
      try {
        call();
      } catch (const std::exception&) {
      }
    };
    attempt();
    malloc_trim(0);  // otherwise the call would use memory that the heap has free already
    std::ofstream("/proc/self/clear_refs") << "5";  // resets the peak
    const double before = peak();
    attempt();
    const double grown = peak() - before;
    const bool is_written = write(pipe_ends[1], &grown, sizeof(grown)) == sizeof(grown);
    _exit(is_written ? 0 : 1);
  }
  double grown = 0;
  close(pipe_ends[1]);
  const bool is_read = child > 0 && read(pipe_ends[0], &grown, sizeof(grown)) == sizeof(grown);
  close(pipe_ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  if (!is_read) throw std::runtime_error("the copy of a test's process died");
  return grown;
}

#endif

}  // namespace condyle::test
