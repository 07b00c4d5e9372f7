#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/src/solver/island_step.h"
#include "core/src/threads/share.h"

namespace condyle {

/// The error of the first island, in their order, that failed.
class FirstFailure {
 public:
  explicit FirstFailure(std::size_t islands) : first_(islands) {}

  /// Whether no island up to `i` has failed.
  bool precedes(std::size_t i) const { return i < first_; }

  /// Keeps the exception that is being handled as that of island `i`.
  void keep(std::size_t i) {
    const std::lock_guard lock(mutex_);
    if (!precedes(i)) return;
    first_ = i;
    error_ = std::current_exception();
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::atomic<std::size_t> first_;
  std::exception_ptr error_;
  std::mutex mutex_;
};

/// Adds this part of `more`.
void add(const StageTimes& more, double part, StageTimes& times);

/// Adds the times of threads that worked side by side for `wall` [s] to those of a step.
void add_shared(const StageTimes& of_threads, double wall, StageTimes& times);

/// A thread's share of a step's islands. Few islands are in memory at once, however many there are.
template <class Rows>
struct IslandWorker {
  StageTimes times;
  IslandStep step{times};
  Rows rows;
};

/// Solves islands, which know nothing of one another, on several threads. A thread that finds no
/// island left helps with the pairs of those that are not solved yet.
template <class Rows>
class IslandWorkers {
 public:
  using Worker = IslandWorker<Rows>;

  /// Calls solve(i, worker) for the islands i < `count`: first for those that must be solved on
  /// this thread, one after another, then for all others on up to `threads` threads. Adds the times
  /// of their stages to `times`. Rethrows the exception of the first island, in their order, that
  /// has failed; those after it may then be left out. So nothing depends on the threads.
  template <class IsHere, class Solve>
  void solve(std::size_t count, int threads, StageTimes& times, const IsHere& must_be_here,
             const Solve& solve) {
    const auto start = std::chrono::steady_clock::now();
    FirstFailure failure(count);
    const auto try_to_solve = [&](std::size_t i, Worker& worker) {
      if (!failure.precedes(i)) return;
      try {
        solve(i, worker);
      } catch (...) {
        failure.keep(i);
      }
    };
    const std::size_t workers = make_workers(std::min(static_cast<std::size_t>(threads), count));
    left_.clear();
    for (std::size_t i = 0; i < count; ++i)
      if (workers == 1 || must_be_here(i))
        try_to_solve(i, *workers_[0]);
      else
        left_.push_back(i);
    std::atomic<std::size_t> next = 0;
    share(threads, workers, [&](std::size_t w) {
      for (std::size_t i = next++; i < left_.size(); i = next++)
        try_to_solve(left_[i], *workers_[w]);
    });
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    add_shared(take_times(), wall.count(), times);
    failure.rethrow();
  }

 private:
  /// Makes sure of `count` workers, or one. Returns their number.
  std::size_t make_workers(std::size_t count) {
    count = std::max<std::size_t>(count, 1);
    while (workers_.size() < count) workers_.push_back(std::make_unique<Worker>());
    return count;
  }

  StageTimes take_times() {
    StageTimes sum;
    for (const auto& worker : workers_) add(std::exchange(worker->times, {}), 1, sum);
    return sum;
  }

  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::size_t> left_;  ///< islands for any thread
};

}  // namespace condyle
