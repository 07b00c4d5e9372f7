#include <atomic>
#include <catch2/catch.hpp>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/src/threads/share.h"
#include "support/allocation_counter.h"

namespace condyle::test::workers_tests {
namespace {

/// The set of threads that have called enter().
class Threads {
 public:
  void enter() {
    const std::lock_guard lock(mutex_);
    ids_.insert(std::this_thread::get_id());
  }
  std::size_t count() const { return ids_.size(); }

 private:
  std::mutex mutex_;
  std::set<std::thread::id> ids_;
};

}  // namespace

TEST_CASE("shared work is done once each, by no more threads than were asked for", "[threads]") {
  const int threads = GENERATE(1, 2, 3);
  for (int round = 0; round < 100; ++round) {
    std::vector<int> done(50, 0);
    Threads seen;
    share(threads, done.size(), [&](std::size_t i) {
      ++done[i];
      seen.enter();
    });
    REQUIRE(done == std::vector<int>(50, 1));
    REQUIRE(seen.count() <= static_cast<std::size_t>(threads));
  }
}

TEST_CASE("a part of shared work may be shared too, and adds no thread", "[threads]") {
  constexpr std::size_t k_parts = 4;
  Threads seen;
  std::vector<std::atomic<int>> done(40);
  for (int round = 0; round < 100; ++round) {
    share(2, k_parts, [&](std::size_t part) {
      thread_local bool is_inside = false;
      REQUIRE_FALSE(is_inside);  // a waiting thread takes on no other part of the outer work
      is_inside = true;
      share(4, 10, [&, part](std::size_t i) {
        ++done[part * 10 + i];
        seen.enter();
      });
      is_inside = false;
    });
  }
  for (const auto& count : done) CHECK(count == 100);
  CHECK(seen.count() <= 2);
}

TEST_CASE("what shared work throws arrives where it was shared", "[threads]") {
  const auto fail = [](std::size_t i) {
    if (i == 7) throw std::runtime_error("seven");
  };
  CHECK_THROWS_AS(share(2, 10, fail), std::runtime_error);
  std::atomic<int> sum = 0;
  share(2, 10, [&](std::size_t i) { sum += static_cast<int>(i); });
  CHECK(sum == 45);
}

TEST_CASE("sharing allocates nothing but the first time", "[threads]") {
  std::atomic<long> sum = 0;
  const auto work = [&](std::size_t i) { sum += static_cast<long>(i); };
  share(2, 20, work);
  const long before = allocation_count();
  for (int i = 0; i < 1000; ++i) share(2, 20, work);
  CHECK(allocation_count() == before);
  CHECK(sum == 1001 * 190);
}

}  // namespace condyle::test::workers_tests
