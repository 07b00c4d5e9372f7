#include "analyze/parallel_frames.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace condyle {
namespace {

constexpr int k_block = 16;
/// Longest time between progress calls while only other threads have frames left.
constexpr std::chrono::milliseconds k_pause(50);

/// The state shared by the threads.
class SharedFrames {
 public:
  SharedFrames(int count, int others, const std::function<void(int, int)>& work)
      : count_(count), others_(others), work_(work) {}

  /// Takes blocks until none is left. `after` is called after each frame.
  template <class After>
  void run(int thread, After&& after) {
    until_failure([&] {
      while (!failed_) {
        const int begin = next_.fetch_add(k_block);
        if (begin >= count_) return;
        for (int f = begin; f < std::min(begin + k_block, count_) && !failed_; ++f) {
          work_(thread, f);
          after(++done_);
        }
      }
    });
  }

  /// The work of every thread except the calling one.
  void run_beside(int thread) {
    run(thread, [](int) {});
    const std::lock_guard lock(mutex_);
    --others_;
    ended_.notify_one();
  }

  /// Waits for the other threads; calls `meanwhile` at intervals of k_pause, and once after they
  /// have ended.
  template <class Meanwhile>
  void wait_for_others(Meanwhile&& meanwhile) {
    for (bool all = false; !all;) {
      {
        std::unique_lock lock(mutex_);
        all = ended_.wait_for(lock, k_pause, [&] { return others_ == 0; });
      }
      if (!failed_) until_failure([&] { meanwhile(done_); });
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  template <class Part>
  void until_failure(Part&& part) {
    try {
      part();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failed_.exchange(true)) error_ = std::current_exception();
    }
  }

  const int count_;
  int others_;
  const std::function<void(int, int)>& work_;
  std::atomic<int> next_{0}, done_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::condition_variable ended_;
  std::exception_ptr error_;
};

}  // namespace

void parallel_frames(int frames, int threads, const std::function<void(int, int)>& work,
                     const std::function<void(int)>& on_frame) {
  SharedFrames shared(frames, threads - 1, work);
  {
    std::vector<std::jthread> others;
    for (int t = 1; t < threads; ++t) {
      others.emplace_back([&shared, t] { shared.run_beside(t); });
    }
    shared.run(0, on_frame);
    if (threads > 1) shared.wait_for_others(on_frame);
  }
  shared.rethrow();
}

}  // namespace condyle
