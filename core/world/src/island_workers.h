#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
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

/// Adds the times that threads took for what was done in `wall` [s] to those of a step.
void add_shared(const StageTimes& of_threads, double wall, StageTimes& times);

/// Solves islands, which know nothing of one another, on several threads. Each has a step and rows
/// of its own: few islands are in memory at once, however many there are. A thread that finds no
/// island left helps with the pairs of those that are not solved yet.
template <class Rows>
class IslandWorkers {
 public:
  struct Worker {
    StageTimes times;
    IslandStep step{times};
    Rows rows;
  };

  /// Calls solve(i, worker) for the islands i < `count`: first for those that must be solved on
  /// this thread, one after another, then for all others on up to `threads` threads. Adds the times
  /// of their stages to `times`. Rethrows the exception of the first island, in their order, that
  /// has failed; those after it may then be left out. So nothing depends on the threads.
  template <class IsApart, class Solve>
  void solve(std::size_t count, int threads, StageTimes& times, const IsApart& must_be_here,
             const Solve& solve) {
    const auto start = std::chrono::steady_clock::now();
    const auto most = static_cast<std::size_t>(std::max(1, threads));
    const std::size_t workers = std::clamp<std::size_t>(count, 1, most);
    while (workers_.size() < workers) workers_.push_back(std::make_unique<Worker>());
    FirstFailure failure(count);
    const auto try_to_solve = [&](std::size_t i, Worker& worker) {
      try {
        solve(i, worker);
      } catch (...) {
        failure.keep(i);
      }
    };
    left_.clear();
    for (std::size_t i = 0; i < count && failure.precedes(i); ++i)
      if (workers == 1 || must_be_here(i))
        try_to_solve(i, *workers_[0]);
      else
        left_.push_back(i);
    std::atomic<std::size_t> next = 0;
    share(threads, workers, [&](std::size_t w) {
      for (std::size_t i = next++; i < left_.size() && failure.precedes(left_[i]); i = next++)
        try_to_solve(left_[i], *workers_[w]);
    });
    StageTimes of_threads;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      of_threads.gather += worker->times.gather;
      of_threads.find += worker->times.find;
      of_threads.solve += worker->times.solve;
      of_threads.publish += worker->times.publish;
      worker->times = {};
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    add_shared(of_threads, wall.count(), times);
    failure.rethrow();
  }

 private:
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::size_t> left_;  ///< islands for any thread
};

}  // namespace condyle
