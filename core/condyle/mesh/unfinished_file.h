#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace condyle {

/// A descriptor that is closed when its owner goes.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { reset(); }

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void reset();

 private:
  int release();
  int number_ = -1;
};

/// A file that is being written. Until publish() it bears a name of its own beside the file that it
/// will be, condyle-PROCESS-NUMBER.part, so that no reader ever sees half of it, two writers never
/// share one, and a failure leaves what was there before. A link is followed; a device or a pipe is
/// written in place.
class UnfinishedFile {
 public:
  /// Throws InputError where the folder is missing or not writable.
  explicit UnfinishedFile(std::filesystem::path file);
  ~UnfinishedFile();  ///< removes what was not published
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  void write(std::string_view bytes);  ///< throws InputError: disk full

  /// Hands all bytes to the disk, so that publish() has only a name to give. Throws InputError.
  void complete();

  /// Completes the file and gives it its name. Throws InputError.
  void publish();
  /// The same with another name in the same folder.
  void publish_as(const std::filesystem::path& file);

 private:
  void make_part();
  void send_to_disk();
  void write_all(std::string_view bytes);
  [[noreturn]] void fail(const std::string& reason) const;

  std::filesystem::path file_, part_;  ///< part_: empty where written in place, or published
  Descriptor descriptor_;  ///< open until published: its lock says that the writer lives
  std::string pending_;    ///< bytes not yet handed to the disk
};

/// A folder for files that are shown together or not at all, such as the maps of a run. It lies in
/// `parent` under a name like an UnfinishedFile's, and is removed with all it holds.
class UnfinishedFolder {
 public:
  explicit UnfinishedFolder(const std::filesystem::path& parent);  ///< throws InputError
  ~UnfinishedFolder();
  UnfinishedFolder(const UnfinishedFolder&) = delete;
  UnfinishedFolder& operator=(const UnfinishedFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Moves its files into `folder`, which is made where missing, over those of the same names.
  /// Throws InputError.
  void move_files_to(const std::filesystem::path& folder);

 private:
  std::filesystem::path path_;
  Descriptor descriptor_;  ///< its lock says that the writer lives
};

/// Takes the lock of what is open as `descriptor`, held until that is closed. False where another
/// holds it; true also where the file system knows no locks.
bool try_to_lock(const Descriptor& descriptor);

/// Removes unfinished files and folders in `folder` whose writers were killed: those that no living
/// process holds locked.
void remove_abandoned(const std::filesystem::path& folder);

}  // namespace condyle
