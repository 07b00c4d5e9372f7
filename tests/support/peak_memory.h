#pragma once

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>

namespace condyle::test {

/// By how much `call` lets the memory of a process grow at most [bytes]. It runs in a copy of this
/// process, so that what came before does not count; what it throws is lost.
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
    malloc_trim(0);  // else it would fill what the heap has free already
    std::ofstream("/proc/self/clear_refs") << "5";  // the peak starts anew
    const double before = peak();
    try {
      call();
    } catch (const std::exception&) {
    }
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

}  // namespace condyle::test
