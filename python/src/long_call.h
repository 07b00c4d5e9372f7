#pragma once

#include <chrono>

#include "parts.h"

namespace condyle::python {

/// Runs work that may take long without the interpreter's lock, so that other threads go on. It
/// must not touch Python.
template <class Work>
decltype(auto) without_lock(const Work& work) {
  const py::gil_scoped_release release;
  return work();
}

/// Whether the user has pressed Ctrl-C. For the thread that Python called, within without_lock().
/// Taking the lock costs microseconds if others want it too, so this asks 20 times per second.
class Interrupts {
 public:
  bool pending() {
    const auto now = Clock::now();
    if (now < next_) return false;
    next_ = now + std::chrono::milliseconds(50);
    const py::gil_scoped_acquire lock;
    return PyErr_CheckSignals() != 0;  // the error stays set, for error_already_set
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(50);
};

}  // namespace condyle::python
