#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/src/files/held_path.h"

namespace condyle {

/// The folder to which a run writes its results. It is created if missing, cleared of unfinished
/// files that killed runs left, and locked against other runs for the lifetime of this object. The
/// lock is a kernel lock on the folder itself: it ends with the process and leaves no file behind.
class OutFolder {
 public:
  /// `option` names the folder in messages, for example "--out". Throws InputError if the folder
  /// cannot be created or another run has locked it.
  OutFolder(const std::filesystem::path& path, const std::string& option);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  HeldPath held_;
};

/// Throws InputError if `file`, given by `option`, is one of the command's input files, which the
/// result would overwrite.
void require_no_input(const std::filesystem::path& file, const std::string& option,
                      const std::vector<std::filesystem::path>& inputs);

/// Clears the folder of a single result file of unfinished files that killed runs left.
void clear_folder_of(const std::filesystem::path& file);

/// Prints to standard error how many files, and about how many bytes in total, will be written to
/// `folder`. Throws InputError if its disk does not have that much space.
void announce_maps(const std::filesystem::path& folder, std::uint64_t files, std::uint64_t bytes,
                   bool quiet);

}  // namespace condyle
