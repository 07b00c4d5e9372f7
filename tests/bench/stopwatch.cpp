#include "bench/stopwatch.h"

#include <time.h>

namespace condyle::bench {

double now(Clock clock) {
  timespec time{};
  clock_gettime(clock == Clock::wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Clock clock_for(double seconds) {
  constexpr double k_long = 200e-6;
  return seconds > k_long ? Clock::processor : Clock::wall;
}

}  // namespace condyle::bench
