#include "base/out_folder.h"

#include <fmt/core.h>

#include <system_error>

#include "base/terminal.h"
#include "condyle/error.h"
#include "core/src/files/unfinished_file.h"

namespace condyle {
namespace {

/// A size as text, for example "1.2 GB".
std::string size_text(std::uint64_t bytes) {
  double size = static_cast<double>(bytes);
  const char* const units[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; size >= 1000 && unit + 1 < std::size(units); ++unit) size /= 1000;
  return fmt::format("{:.3g} {}", size, units[unit]);
}

}  // namespace

OutFolder::OutFolder(const std::filesystem::path& path, const std::string& option) : path_(path) {
  const auto fail = [&](const std::string& reason) {
    throw InputError(
        fmt::format("{}: the folder cannot be created ({}); give {} a folder that you may write to",
                    path.string(), reason, option));
  };
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) fail(error.message());
  held_ = HeldPath::lock_folder(path, error);
  if (error == std::errc::device_or_resource_busy) {
    throw InputError(fmt::format(
        "{}: another run of condyle is writing to this folder; wait until it ends, or give "
        "{} another folder",
        path.string(), option));
  }
  if (error) fail(error.message());
  remove_abandoned(path);
}

void require_no_input(const std::filesystem::path& file, const std::string& option,
                      const std::vector<std::filesystem::path>& inputs) {
  for (const std::filesystem::path& input : inputs) {
    std::error_code is_missing;
    if (!std::filesystem::is_regular_file(input, is_missing) ||
        !std::filesystem::equivalent(file, input, is_missing)) {
      continue;
    }
    throw InputError(
        fmt::format("{}: the command reads this file, which its result would replace; give {} "
                    "another file",
                    file.string(), option));
  }
}

void clear_folder_of(const std::filesystem::path& file) {
  remove_abandoned(file.has_parent_path() ? file.parent_path() : std::filesystem::path("."));
}

void announce_maps(const std::filesystem::path& folder, std::uint64_t files, std::uint64_t bytes,
                   bool quiet) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  if (!error && space.available < bytes) {
    throw InputError(
        fmt::format("{}: {} pressure maps, {} in all, do not fit on its disk, which has {} free; "
                    "ask for fewer, or leave out --vtp",
                    folder.string(), files, size_text(bytes), size_text(space.available)));
  }
  if (quiet) return;
  print_error("condyle: writing {} pressure maps, about {}, to {}\n", files, size_text(bytes),
              folder.string());
}

}  // namespace condyle
