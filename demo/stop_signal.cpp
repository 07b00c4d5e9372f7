#include "stop_signal.h"

#include <atomic>

namespace condyle {
namespace {

struct Stop {
  int number;
  const char* name;
};

constexpr std::array<Stop, 3> k_stops{
    {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}};

std::atomic<int> received_number{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may not wait for a lock");

void note(int number) {
  received_number = number;
  for (const Stop& stop : k_stops) std::signal(stop.number, SIG_DFL);
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
}

const char* StopSignal::received() {
  const int number = received_number;
  for (const Stop& stop : k_stops) {
    if (stop.number == number) return stop.name;
  }
  return nullptr;
}

}  // namespace condyle
