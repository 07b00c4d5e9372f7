#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/src/solver/no_rows.h"
#include "core/world/src/island_workers.h"

namespace condyle::test::island_workers_tests {
namespace {

using Workers = IslandWorkers<NoRows>;

constexpr auto none_here = [](std::size_t) { return false; };

}  // namespace

TEST_CASE("workers solve each island once, those for this thread on it", "[world][workers]") {
  const int threads = GENERATE(1, 2, 3);
  Workers workers;
  StageTimes times;
  for (int round = 0; round < 50; ++round) {
    std::vector<std::atomic<int>> solved(40);
    std::vector<std::thread::id> by(solved.size());
    std::mutex mutex;
    std::set<Workers::Worker*> busy;
    bool is_shared = false;
    workers.solve(
        solved.size(), threads, times, [](std::size_t i) { return i % 5 == 0; },
        [&](std::size_t i, Workers::Worker& worker) {
          {
            const std::lock_guard lock(mutex);
            is_shared |= !busy.insert(&worker).second;
          }
          ++solved[i];
          by[i] = std::this_thread::get_id();
          std::this_thread::yield();
          const std::lock_guard lock(mutex);
          busy.erase(&worker);
        });
    REQUIRE_FALSE(is_shared);
    for (std::size_t i = 0; i < solved.size(); ++i) {
      REQUIRE(solved[i] == 1);
      if (i % 5 == 0) REQUIRE(by[i] == std::this_thread::get_id());
    }
  }
}

TEST_CASE("workers solve two islands at the same time", "[world][workers]") {
  if (std::thread::hardware_concurrency() < 2) return;
  Workers workers;
  StageTimes times;
  std::atomic<int> begun = 0;
  bool have_met[2] = {false, false};
  const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  workers.solve(2, 2, times, none_here, [&](std::size_t i, Workers::Worker&) {
    ++begun;
    while (begun < 2 && std::chrono::steady_clock::now() < latest) std::this_thread::yield();
    have_met[i] = begun == 2;
  });
  CHECK(have_met[0]);
  CHECK(have_met[1]);
}

TEST_CASE("the error of the first island is thrown, wherever others failed", "[world][workers]") {
  const int threads = GENERATE(1, 2, 3);
  Workers workers;
  StageTimes times;
  for (int round = 0; round < 50; ++round) {
    const auto is_here = [](std::size_t i) { return i == 19; };
    const auto solve = [](std::size_t i, Workers::Worker&) {
      if (i == 7 || i == 8 || i == 19 || i == 25) throw std::runtime_error(std::to_string(i));
    };
    REQUIRE_THROWS_WITH(workers.solve(40, threads, times, is_here, solve), "7");
  }
  std::atomic<int> solved = 0;
  workers.solve(10, threads, times, none_here, [&](std::size_t, Workers::Worker&) { ++solved; });
  CHECK(solved == 10);
}

TEST_CASE("stages of threads that work side by side are counted as wall time", "[world][workers]") {
  StageTimes times{1, 1, 1, 1};
  add_shared({0, 2, 2, 0}, 2, times);  // two threads for 2 s
  CHECK(times.find == 2);
  CHECK(times.solve == 2);
  add_shared({0, 1, 0.5, 0}, 2, times);  // the rest of the time was no stage's
  CHECK(times.find == 3);
  CHECK(times.solve == 2.5);
  CHECK(times.gather == 1);
}

}  // namespace condyle::test::island_workers_tests
