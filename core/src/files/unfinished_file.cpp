#include "core/src/files/unfinished_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
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
  return folder / fmt::format("{}{}-{}{}", k_prefix, process_number(), count++, k_suffix);
}

bool is_name_of_unfinished(std::string_view name) {
  if (!name.starts_with(k_prefix) || !name.ends_with(k_suffix)) return false;
  name.remove_prefix(k_prefix.size());
  name.remove_suffix(std::min(name.size(), k_suffix.size()));
  const auto is_plain = [](char c) { return c == '-' || (c >= '0' && c <= '9'); };
  return std::ranges::all_of(name, is_plain) && std::ranges::count(name, '-') == 1;
}

}  // namespace

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
  held_ = HeldPath::open_device(file_, error);
  require(error);
}

UnfinishedFile::~UnfinishedFile() {
  if (part_.empty()) return;
  held_.release_file();
  std::error_code ignored;
  fs::remove(part_, ignored);
}

void UnfinishedFile::make_part() {
  std::error_code error;
  const fs::path target = fs::is_symlink(file_, error) ? fs::weakly_canonical(file_, error) : file_;
  const fs::path folder = folder_of(target);
  do {
    error.clear();
    part_ = next_name_in(folder);
    held_ = HeldPath::make_file(part_, error);
  } while (error == std::errc::file_exists);
  if (error) part_.clear();
  require(error);
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
  std::error_code error;
  held_.write(bytes, error);
  require(error);
}

void UnfinishedFile::complete() {
  send_to_disk();
  std::error_code error;
  held_.finish_writing(error);
  require(error);
}

void UnfinishedFile::publish() { publish_as(file_); }

void UnfinishedFile::publish_as(const fs::path& file) {
  complete();
  if (!part_.empty()) {
    std::error_code error;
    const fs::path target = fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : file;
    held_.rename(part_, target, error);
    require(error);
    part_.clear();
  }
  held_.release();
}

void UnfinishedFile::require(const std::error_code& error) const {
  if (error) fail(error.message());
}

void UnfinishedFile::fail(const std::string& reason) const {
  fail_with(file_,
            fmt::format("cannot be written ({}); check the folder, its permissions and the free "
                        "space on its disk",
                        reason));
}

UnfinishedFolder::UnfinishedFolder(const fs::path& parent) {
  std::error_code error;
  do {
    error.clear();
    path_ = next_name_in(parent);
    held_ = HeldPath::make_folder(path_, error);
  } while (error == std::errc::file_exists);
  if (error) {
    fail_with(parent, fmt::format("no folder can be made in it ({}); check its permissions and "
                                  "the free space on its disk",
                                  error.message()));
  }
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
    if (const HeldPath held = HeldPath::lock_abandoned(entry.path()); held.is_open())
      fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace condyle
