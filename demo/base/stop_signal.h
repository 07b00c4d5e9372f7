#pragma once

#include <memory>

namespace condyle {

/// While this object lives, the first SIGINT (Ctrl-C), SIGTERM or SIGHUP is only recorded, so that
/// the run can stop after its current step and finish its files. A second one, more than a moment
/// later, ends the program at once. SIGHUP stays ignored if it was ignored before, as under nohup.
/// Windows has Ctrl-C, Ctrl-Break and the closing of the console in their place.
/// Only one object may exist at a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// The name of the signal that was received, or null. May be called from any thread.
  static const char* received();

 private:
  struct Before;  ///< what the system did before (system_posix.cpp, system_windows.cpp)
  std::unique_ptr<Before> before_;
};

/// For a command that publishes all of its results or none. Throws SimulationError if a signal was
/// received; `item` and `count` say where it stopped, for example at pose 7.
void require_no_stop(const char* item, long count);

}  // namespace condyle
