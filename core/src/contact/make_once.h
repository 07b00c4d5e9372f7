#pragma once

#include <atomic>
#include <mutex>

namespace condyle {

/// Makes something once, whichever of several threads asks first.
class MakeOnce {
 public:
  void forget() { is_made_.store(false, std::memory_order_relaxed); }

  template <class Make>
  void operator()(const Make& make) {
    if (is_made_.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(making_);
    if (!is_made_.load(std::memory_order_relaxed)) make();
    is_made_.store(true, std::memory_order_release);
  }

 private:
  std::atomic<bool> is_made_ = true;
  std::mutex making_;
};

}  // namespace condyle
