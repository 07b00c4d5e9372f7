#include "view/file_watch.h"

#include <fmt/format.h>

#include <chrono>
#include <system_error>
#include <utility>

namespace condyle {

std::string stamp_of(const std::vector<std::filesystem::path>& files) {
  std::string stamp;
  for (const std::filesystem::path& file : files) {
    std::error_code gone;
    const auto written = std::filesystem::last_write_time(file, gone).time_since_epoch().count();
    const auto size = std::filesystem::file_size(file, gone);
    stamp += gone ? "-\n" : fmt::format("{} {}\n", written, size);
  }
  return stamp;
}

FileWatch::FileWatch(std::vector<std::filesystem::path> files, std::function<void()> wake,
                     double interval)
    : files_(std::move(files)), wake_(std::move(wake)), interval_(interval) {
  thread_ = std::thread([this] { run(); });
}

FileWatch::~FileWatch() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  ends_.notify_one();
  thread_.join();
}

bool FileWatch::take_change() {
  const std::lock_guard lock(mutex_);
  return std::exchange(has_changed_, false);
}

void FileWatch::run() {
  std::string known = stamp_of(files_), before = known;
  std::unique_lock lock(mutex_);
  while (!ends_.wait_for(lock, std::chrono::duration<double>(interval_),
                         [this] { return is_over_; })) {
    lock.unlock();
    const std::string now = stamp_of(files_);
    const bool is_new = now != known && now == before;
    before = now;
    if (is_new) known = now;
    lock.lock();
    if (!is_new) continue;
    has_changed_ = true;
    wake_();
  }
}

}  // namespace condyle
