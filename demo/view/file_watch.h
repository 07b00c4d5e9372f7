#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace condyle {

/// When files were last written, and their sizes, as a text; differs if one has changed, appeared
/// or vanished.
std::string stamp_of(const std::vector<std::filesystem::path>& files);

/// Looks at files twice a second, in a thread of its own, so that the window need not wake for it.
class FileWatch {
 public:
  /// `wake` is called in the thread once files have changed and then stayed as they are from one
  /// look to the next: a file that is still being written is not read.
  FileWatch(std::vector<std::filesystem::path> files, std::function<void()> wake,
            double interval = 0.5);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Whether files have changed since the last call.
  bool take_change();

 private:
  void run();

  std::vector<std::filesystem::path> files_;
  std::function<void()> wake_;
  double interval_;  ///< [s]
  std::mutex mutex_;
  std::condition_variable ends_;
  bool is_over_ = false, has_changed_ = false;  ///< guarded by the mutex
  std::thread thread_;
};

}  // namespace condyle
