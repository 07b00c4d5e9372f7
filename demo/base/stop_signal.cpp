#include "base/stop_signal.h"

#include <fmt/core.h>

#include <atomic>
#include <ctime>

#include "condyle/error.h"

namespace condyle {
namespace {

struct Stop {
  int number;
  const char* name;
};

constexpr std::array<Stop, 3> k_stops{
    {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}};

/// Some tools send the same signal to a program and to its process group, or two kinds in a row. A
/// signal within this time of the first counts as the same request.
constexpr long k_same_wish = 100;  // [ms]

std::atomic<int> received_number{0};
std::atomic<long> received_time{0};  // [ms]
static_assert(std::atomic<long>::is_always_lock_free, "a signal handler may not wait for a lock");

long now_in_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void note(int number) {
  if (received_number == 0) {
    received_time = now_in_ms();
    received_number = number;
  } else if (now_in_ms() - received_time > k_same_wish) {
    std::signal(number, SIG_DFL);
    std::raise(number);  // takes effect when the handler returns
  }
}

}  // namespace

StopSignal::StopSignal() {
  received_number = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const Stop& stop : k_stops) sigaddset(&action.sa_mask, stop.number);
  for (std::size_t i = 0; i < k_stops.size(); ++i) {
    sigaction(k_stops[i].number, nullptr, &before_[i]);
    const bool is_nohup = k_stops[i].number == SIGHUP && before_[i].sa_handler == SIG_IGN;
    if (!is_nohup) sigaction(k_stops[i].number, &action, nullptr);
  }
}

StopSignal::~StopSignal() {
  for (std::size_t i = 0; i < k_stops.size(); ++i) {
    sigaction(k_stops[i].number, &before_[i], nullptr);
  }
  received_number = 0;
}

const char* StopSignal::received() {
  const int number = received_number;
  for (const Stop& stop : k_stops) {
    if (stop.number == number) return stop.name;
  }
  return nullptr;
}

void require_no_stop(const char* item, long count) {
  if (const char* name = StopSignal::received()) {
    throw SimulationError(
        fmt::format("interrupted at {} {} ({}); nothing was written", item, count, name));
  }
}

}  // namespace condyle
