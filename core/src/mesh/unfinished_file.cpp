#include "core/src/mesh/unfinished_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "condyle/error.h"

namespace condyle {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_buffer = 1 << 16;
constexpr std::string_view k_prefix = "condyle-", k_suffix = ".part";

[[noreturn]] void fail_with(const fs::path& file, const std::string& problem) {
  throw InputError(fmt::format("{}: {}", file.string(), problem));
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// A name that this process has not used yet. Other processes may have used it, so the file must be
/// created exclusively.
fs::path next_name_in(const fs::path& folder) {
  static std::atomic<unsigned> count{0};
  return folder / fmt::format("{}{}-{}{}", k_prefix, getpid(), count++, k_suffix);
}

bool is_name_of_unfinished(std::string_view name) {
  if (!name.starts_with(k_prefix) || !name.ends_with(k_suffix)) return false;
  name.remove_prefix(k_prefix.size());
  name.remove_suffix(std::min(name.size(), k_suffix.size()));
  const auto is_plain = [](char c) { return c == '-' || (c >= '0' && c <= '9'); };
  return std::ranges::all_of(name, is_plain) && std::ranges::count(name, '-') == 1;
}

/// Whether the file was removed: a process that looks for abandoned files may have found it before
/// it was locked.
bool is_removed(const Descriptor& descriptor) {
  struct stat status {};
  return fstat(descriptor.get(), &status) == 0 && status.st_nlink == 0;
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  reset();
  number_ = other.release();
  return *this;
}

void Descriptor::reset() {
  if (number_ >= 0) close(release());
}

int Descriptor::release() { return std::exchange(number_, -1); }

bool try_to_lock(const Descriptor& descriptor) {
  return flock(descriptor.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

UnfinishedFile::UnfinishedFile(fs::path file) : file_(std::move(file)) {
  std::error_code error;
  const fs::file_status status = fs::status(file_, error);
  if (fs::is_directory(status)) fail_with(file_, "is a folder; give the name of a file in it");
  const fs::path folder = folder_of(file_);
  if (!fs::is_directory(folder, error)) {
    fail_with(file_, fmt::format("the folder {} does not exist; create it first", folder.string()));
  }
  if (!fs::exists(status) || fs::is_regular_file(status)) {
    make_part();
    return;
  }
  descriptor_ = Descriptor(open(file_.c_str(), O_WRONLY | O_CLOEXEC));
  if (!descriptor_.is_open()) fail(std::strerror(errno));
}

UnfinishedFile::~UnfinishedFile() {
  if (!part_.empty()) unlink(part_.c_str());
}

void UnfinishedFile::make_part() {
  std::error_code error;
  const fs::path target = fs::is_symlink(file_, error) ? fs::weakly_canonical(file_, error) : file_;
  const fs::path folder = folder_of(target);
  do {
    part_ = next_name_in(folder);
    descriptor_ = Descriptor(open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!descriptor_.is_open() && errno == EEXIST) continue;
    if (!descriptor_.is_open()) {
      part_.clear();
      fail(std::strerror(errno));
    }
    try_to_lock(descriptor_);
  } while (!descriptor_.is_open() || is_removed(descriptor_));
}

void UnfinishedFile::write(std::string_view bytes) {
  if (pending_.size() + bytes.size() > k_buffer) send_to_disk();
  if (bytes.size() > k_buffer) {
    write_all(bytes);
  } else {
    pending_ += bytes;
  }
}

void UnfinishedFile::send_to_disk() {
  write_all(pending_);
  pending_.clear();
}

void UnfinishedFile::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void UnfinishedFile::complete() {
  send_to_disk();
  // A file server may report only on closing that its disk is full. Closing a duplicate keeps the
  // lock.
  const int second = dup(descriptor_.get());
  if (second < 0 || close(second) != 0) fail(std::strerror(errno));
}

void UnfinishedFile::publish() { publish_as(file_); }

void UnfinishedFile::publish_as(const fs::path& file) {
  complete();
  if (!part_.empty()) {
    std::error_code error;
    const fs::path target = fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : file;
    fs::rename(part_, target, error);
    if (error) fail(error.message());
    part_.clear();
  }
  descriptor_.reset();
}

void UnfinishedFile::fail(const std::string& reason) const {
  fail_with(file_,
            fmt::format("cannot be written ({}); check the folder, its permissions and the free "
                        "space on its disk",
                        reason));
}

UnfinishedFolder::UnfinishedFolder(const fs::path& parent) {
  const auto fail = [&] {
    fail_with(parent, fmt::format("no folder can be made in it ({}); check its permissions and "
                                  "the free space on its disk",
                                  std::strerror(errno)));
  };
  do {
    path_ = next_name_in(parent);
    if (mkdir(path_.c_str(), 0777) != 0) {
      if (errno == EEXIST) continue;
      fail();
    }
    descriptor_ = Descriptor(open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!descriptor_.is_open()) {
      if (errno == ENOENT) continue;  // removed before it was locked
      fail();
    }
    try_to_lock(descriptor_);
  } while (!descriptor_.is_open() || is_removed(descriptor_));
}

UnfinishedFolder::~UnfinishedFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void UnfinishedFolder::move_files_to(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail_with(folder, fmt::format("the folder cannot be made ({})", error.message()));
  // Collect all names first: a file that moves while the folder is being read may be listed twice
  // or not at all.
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path_)) files.push_back(entry.path());
  for (const fs::path& file : files) {
    fs::rename(file, folder / file.filename(), error);
    if (!error) continue;
    fail_with(folder / file.filename(),
              fmt::format("cannot be replaced ({}); remove what bears that name", error.message()));
  }
}

void remove_abandoned(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (!is_name_of_unfinished(entry.path().filename().string())) continue;
    constexpr int k_flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    const Descriptor descriptor(open(entry.path().c_str(), k_flags));
    if (!descriptor.is_open()) continue;
    if (flock(descriptor.get(), LOCK_EX | LOCK_NB) == 0) fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace condyle
