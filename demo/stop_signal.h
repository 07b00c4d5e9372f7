#pragma once

#include <array>
#include <csignal>

namespace condyle {

/// While it lives, the first SIGINT (Ctrl-C), SIGTERM or SIGHUP is noted, for the run to stop after
/// its step and put its files in order; a second one, more than a moment later, ends the program at
/// once. SIGHUP stays ignored where it was, as under nohup. One at a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// The name of the signal that came, or null. May be called by any thread.
  static const char* received();

 private:
  std::array<struct sigaction, 3> before_{};
};

/// For a command whose results are shown all or not at all. Throws SimulationError where a signal
/// came, at the `count`-th pose, frame or other `item`.
void require_no_stop(const char* item, long count);

}  // namespace condyle
