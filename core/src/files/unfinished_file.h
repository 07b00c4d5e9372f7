#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/src/files/held_path.h"

namespace condyle {

/// A file that is being written. Until publish() it has a temporary name of its own beside its
/// target, condyle-PROCESS-NUMBER.part, so that no reader ever sees an incomplete file, two writers
/// never share one, and a failure leaves the previous content. A link is followed; a device or a
/// pipe is written in place.
class UnfinishedFile {
 public:
  /// Throws InputError if the folder is missing or not writable.
  explicit UnfinishedFile(std::filesystem::path file);
  ~UnfinishedFile();  ///< removes the file if it was not published
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  void write(std::string_view bytes);  ///< throws InputError if the disk is full

  /// Sends all bytes to the disk, so that publish() only has to rename the file. Throws InputError.
  void complete();

  /// Completes the file and renames it to its target. Throws InputError.
  void publish();
  /// Completes the file and renames it to another name in the same folder. Throws InputError.
  void publish_as(const std::filesystem::path& file);

 private:
  void make_part();
  void send_to_disk();
  void write_all(std::string_view bytes);
  void require(const std::error_code&) const;
  [[noreturn]] void fail(const std::string& reason) const;

  std::filesystem::path file_, part_;  ///< part_ is empty if written in place or published
  HeldPath held_;                      ///< until published
  std::string pending_;                ///< bytes not yet sent to the disk
};

/// A folder for files that appear together or not at all, such as the maps of a run. It lies in
/// `parent` under a name like that of an UnfinishedFile, and the destructor removes it with all its
/// content.
class UnfinishedFolder {
 public:
  /// Throws InputError if the folder cannot be made.
  explicit UnfinishedFolder(const std::filesystem::path& parent);
  ~UnfinishedFolder();
  UnfinishedFolder(const UnfinishedFolder&) = delete;
  UnfinishedFolder& operator=(const UnfinishedFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Moves its files into `folder`, which is created if missing, and replaces files of the same
  /// names. Throws InputError.
  void move_files_to(const std::filesystem::path& folder);

 private:
  std::filesystem::path path_;
  HeldPath held_;
};

/// Removes unfinished files and folders in `folder` whose writers were killed: those that no living
/// process has locked.
void remove_abandoned(const std::filesystem::path& folder);

}  // namespace condyle
