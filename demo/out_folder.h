#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>

#include "condyle/mesh/unfinished_file.h"

namespace condyle {

/// The folder that a run writes its results to: made where missing, cleared of what killed runs
/// left unfinished, and locked against other runs as long as this lives. The lock is the kernel's,
/// on the folder itself: it ends with the process, and leaves no file behind.
class OutFolder {
 public:
  /// `option` names it in messages, such as "--out". Throws InputError where the folder cannot be
  /// made, or another run holds it.
  OutFolder(const std::filesystem::path& path, const std::string& option);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor descriptor_;
};

/// Throws InputError where `file`, which `option` names, is one of those that the command reads:
/// its result would take their place.
void require_no_input(const std::filesystem::path& file, const std::string& option,
                      std::initializer_list<std::filesystem::path> inputs);

/// Clears the folder that a single file goes to of what killed runs left unfinished.
void clear_folder_of(const std::filesystem::path& file);

/// Says on standard error how many files of about how many bytes in all go to `folder`. Throws
/// InputError where its disk has not that much room.
void announce_maps(const std::filesystem::path& folder, std::uint64_t files, std::uint64_t bytes,
                   bool quiet);

}  // namespace condyle
