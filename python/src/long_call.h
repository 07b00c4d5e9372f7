#pragma once

#include <chrono>

#include "parts.h"

namespace condyle::python {

/// Runs work that may take long without the interpreter's lock, so that other threads can continue.
/// The work must not touch Python.
template <class Work>
decltype(auto) without_lock(const Work& work) {
  const py::gil_scoped_release release;
  return work();
}

/// Checks whether the user has pressed Ctrl-C. Use it in the thread that Python called, within
/// without_lock(). Taking the lock costs microseconds if other threads want it too, so this checks
/// only 20 times per second.
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
