#include "condyle/threads/workers.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace condyle {
namespace {

/// This thread works on a part of something shared.
thread_local bool is_sharing = false;

class Sharing {
 public:
  Sharing() : before_(is_sharing) { is_sharing = true; }
  Sharing(const Sharing&) = delete;
  ~Sharing() { is_sharing = before_; }

 private:
  bool before_;
};

}  // namespace

struct Workers::Arena {
  int threads;
  tbb::task_arena arena;

  explicit Arena(int n) : threads(n), arena(n) {}
};

Workers::Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;
Workers::~Workers() = default;

void Workers::share_here(std::size_t count, const Parts& work) {
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count, 1),
      [&](const tbb::blocked_range<std::size_t>& part) {
        const Sharing sharing;
        for (std::size_t i = part.begin(); i < part.end(); ++i) work(i);
      },
      tbb::simple_partitioner());
}

void Workers::share(int threads, std::size_t count, const Parts& work) {
  threads = std::min(threads, tbb::info::default_concurrency());
  if (threads <= 1 || count < 2) {
    for (std::size_t i = 0; i < count; ++i) work(i);
    return;
  }
  if (is_sharing) {
    // A thread that waits here must not take up a part of the whole: that could use what this part
    // keeps per thread.
    tbb::this_task_arena::isolate([&] { share_here(count, work); });
    return;
  }
  if (!arena_ || arena_->threads != threads) arena_ = std::make_unique<Arena>(threads);
  arena_->arena.execute([&] { share_here(count, work); });
}

}  // namespace condyle
