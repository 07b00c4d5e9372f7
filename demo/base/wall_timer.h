#pragma once

#include <chrono>
#include <utility>

namespace condyle {

/// Measures the wall time since its construction.
class WallTimer {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  /// The time since the last lap, or since the construction; a new lap begins.
  double lap() {
    const double now = seconds();
    return now - std::exchange(last_lap_, now);
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double last_lap_ = 0;
};

}  // namespace condyle
