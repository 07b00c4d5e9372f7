#include "condyle/solver/workers.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace condyle {

struct Workers::Arena {
  int threads;
  tbb::task_arena arena;

  explicit Arena(int n) : threads(n), arena(n) {}
};

Workers::Workers() = default;
Workers::~Workers() = default;

void Workers::share(int threads, std::size_t count, const std::function<void(std::size_t)>& work) {
  threads = std::min(threads, tbb::info::default_concurrency());
  if (threads <= 1 || count < 2) {
    for (std::size_t i = 0; i < count; ++i) work(i);
    return;
  }
  if (!arena_ || arena_->threads != threads) arena_ = std::make_unique<Arena>(threads);
  arena_->arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& part) {
          for (std::size_t i = part.begin(); i < part.end(); ++i) work(i);
        },
        tbb::simple_partitioner());
  });
}

}  // namespace condyle
