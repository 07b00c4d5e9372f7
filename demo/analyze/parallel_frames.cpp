#include "analyze/parallel_frames.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace condyle {
namespace {

constexpr int k_block = 16;

/// The state shared by the threads.
class Frames {
 public:
  Frames(int count, const std::function<void(int, int)>& work) : count_(count), work_(work) {}

  /// Takes blocks until none is left. `after` is called after each frame.
  template <class After>
  void run(int thread, After&& after) {
    try {
      while (!failed_) {
        const int begin = next_.fetch_add(k_block);
        if (begin >= count_) return;
        for (int f = begin; f < std::min(begin + k_block, count_) && !failed_; ++f) {
          work_(thread, f);
          after(++done_);
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failed_.exchange(true)) error_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  const int count_;
  const std::function<void(int, int)>& work_;
  std::atomic<int> next_{0}, done_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

void parallel_frames(int frames, int threads, const std::function<void(int, int)>& work,
                     const std::function<void(int)>& on_frame) {
  Frames shared(frames, work);
  {
    std::vector<std::jthread> others;
    for (int t = 1; t < threads; ++t) {
      others.emplace_back([&shared, t] { shared.run(t, [](int) {}); });
    }
    shared.run(0, [&](int done) { on_frame(done); });
  }
  shared.rethrow();
}

}  // namespace condyle
