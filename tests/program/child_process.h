#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "core/mesh/temporary_folder.h"

namespace condyle {

/// The destination of a child's standard output or error.
enum class Stream { captured, closed, full_device, closed_pipe };

/// The environment of a run of the built program.
struct ChildSetup {
  std::vector<std::string> arguments;
  Stream output = Stream::captured, errors = Stream::captured;
  rlim_t largest_file = RLIM_INFINITY, most_memory = RLIM_INFINITY;  ///< [bytes]
  bool bound_by_permissions = false;  ///< permissions apply even if the tests run as root
  bool ignores_hang_up = false;       ///< SIGHUP is ignored, as under nohup
  double patience = 60;  ///< time after which the child is killed and counts as hung [s]
};

/// The end of a run.
struct ChildEnd {
  int exit_code = -1;  ///< -1 if a signal ended it
  int signal = 0;      ///< signal that ended it
  bool hung = false;
  long peak_memory = 0;  ///< [bytes]
  std::string output, errors;

  /// A description for the messages of failing tests.
  std::string text() const;
  /// Whether it ended with one of the program's exit codes.
  bool in_order() const { return !hung && (exit_code == 0 || exit_code == 2 || exit_code == 3); }
};

/// The built program in a process of its own, without a display.
class Child {
 public:
  explicit Child(const ChildSetup& setup);
  ~Child();  ///< kills the process if it still runs
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void send(int signal) const;
  ChildEnd wait();

 private:
  TemporaryFolder folder_;
  pid_t process_ = -1;
  std::chrono::steady_clock::time_point deadline_;
};

ChildEnd run_child(const ChildSetup& setup);

}  // namespace condyle
