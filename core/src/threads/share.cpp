#include "core/src/threads/share.h"

#if defined(CONDYLE_THREADS)
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <map>
#endif

namespace condyle {
#if defined(CONDYLE_THREADS)
namespace {

/// Whether this thread is working on a part of shared work.
thread_local bool is_sharing = false;

class Sharing {
 public:
  Sharing() : before_(is_sharing) { is_sharing = true; }
  Sharing(const Sharing&) = delete;
  ~Sharing() { is_sharing = before_; }

 private:
  bool before_;
};

/// This thread's helpers: one arena for each number of threads that share.
tbb::task_arena& arena_of(int threads) {
  thread_local std::map<int, tbb::task_arena> arenas;
  return arenas.try_emplace(threads, threads).first->second;
}

void share_here(std::size_t count, const detail::Parts& work) {
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count, 1),
      [&](const tbb::blocked_range<std::size_t>& part) {
        const Sharing sharing;
        for (std::size_t i = part.begin(); i < part.end(); ++i) work(i);
      },
      tbb::simple_partitioner());
}

}  // namespace

void detail::share(int threads, std::size_t count, const Parts& work) {
  threads = std::min(threads, tbb::info::default_concurrency());
  if (threads <= 1 || count < 2) {
    for (std::size_t i = 0; i < count; ++i) work(i);
    return;
  }
  if (is_sharing) {
    // A thread that waits here must not start another part of the outer work, which could overwrite
    // the thread-local data of this part.
    tbb::this_task_arena::isolate([&] { share_here(count, work); });
    return;
  }
  arena_of(threads).execute([&] { share_here(count, work); });
}
#else
void detail::share(int, std::size_t count, const Parts& work) {
  for (std::size_t i = 0; i < count; ++i) work(i);
}
#endif

}  // namespace condyle
