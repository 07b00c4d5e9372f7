#include "simulate/progress.h"

#include <fmt/core.h>

#include <cstdio>

#include "base/terminal.h"

namespace condyle {
namespace {
constexpr double k_interval = 0.2;  // [s] fast enough to look live, slow enough for slow terminals
}

Progress::Progress(bool quiet) : shown_(!quiet && is_error_on_terminal()) {}

Progress::~Progress() {
  if (shown_) print_error("\r\033[K");
}

bool Progress::is_due() {
  const double wall = timer_.seconds();
  if (!shown_ || wall < next_) return false;
  next_ = wall + k_interval;
  return true;
}

void Progress::show_work(const std::string& part, int done, int all) {
  if (!is_due()) return;
  print_error("\r\033[K{}, {} of {}; {:.0f} s", part, done, all, timer_.seconds());
}

void Progress::show_settling(const Settling& settling) {
  if (!is_due()) return;
  print_error("\r\033[Ksettling: {:.2f} s, largest speed {:.3g} m/s", settling.time,
              settling.speed);
}

void Progress::show(double time, double duration) {
  if (!(time > 0) || !is_due()) return;
  const double wall = timer_.seconds();
  print_error("\r\033[K{:3.0f} %  {:.2f} of {:g} s, {:.2f} x real time, {:.0f} s left",
              100 * time / duration, time, duration, time / wall, wall * (duration / time - 1));
}

}  // namespace condyle
