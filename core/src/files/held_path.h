#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace condyle {

/// A file or folder that this process has opened and locked until the object ends. The lock tells
/// other processes that its holder is alive: the system ends it with the process, however that
/// ends, and it leaves nothing behind. Each system has its file: system_posix.cpp,
/// system_windows.cpp.
class HeldPath {
 public:
  HeldPath() = default;
  HeldPath(HeldPath&& other) noexcept { swap(other); }
  HeldPath& operator=(HeldPath&& other) noexcept;
  ~HeldPath() { release(); }

  /// Makes a file to write to, and locks it. The error is std::errc::file_exists if the path is
  /// taken.
  static HeldPath make_file(const std::filesystem::path&, std::error_code&);
  /// Makes a folder, and locks it. Errors as make_file().
  static HeldPath make_folder(const std::filesystem::path&, std::error_code&);
  /// Opens a device or pipe to write to, without a lock.
  static HeldPath open_device(const std::filesystem::path&, std::error_code&);
  /// Locks a folder. The error is std::errc::device_or_resource_busy if another holder has locked
  /// it; there is none where the file system does not support locks.
  static HeldPath lock_folder(const std::filesystem::path&, std::error_code&);
  /// Locks a file or folder, but no link, if nobody else holds it; otherwise is_open() is false.
  static HeldPath lock_abandoned(const std::filesystem::path&);

  bool is_open() const { return file_ != k_none || lock_ != k_none; }

  void write(std::string_view bytes, std::error_code&);
  /// Has the file system report what went wrong with bytes that were written. Keeps the lock.
  void finish_writing(std::error_code&);
  /// Renames the file that is held at `from`, and replaces what bears the new name.
  void rename(const std::filesystem::path& from, const std::filesystem::path& to, std::error_code&);
  /// Closes the file, which can then be removed on every system, and keeps the lock where it is
  /// not the file itself.
  void release_file();
  void release();

 private:
  /// A descriptor or handle of the system.
  using Handle = std::intptr_t;
  static constexpr Handle k_none = -1;

  HeldPath(Handle file, Handle lock) : file_(file), lock_(lock) {}
  void swap(HeldPath& other) noexcept;

  Handle file_ = k_none;
  Handle lock_ = k_none;  ///< if the lock is not the file itself
};

/// The number by which the system knows this process.
long long process_number();

}  // namespace condyle
