#pragma once

#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace condyle {

/// Reads the whole content of a regular file. Throws InputError if the file is missing, a
/// directory, a device, a link to itself, empty, unreadable, or larger than 4 GB.
std::string read_file_bytes(const std::filesystem::path& file);

/// Reads the whole content of a text file in UTF-8, in the same way. Throws InputError also if it
/// is in UTF-16 or UTF-32.
std::string read_text_file(const std::filesystem::path& file);

/// Throws InputError if the content of a text file is in UTF-16 or UTF-32, with or without a byte
/// order mark: some programs of Windows save such files.
void require_narrow_text(const std::filesystem::path& file, std::string_view bytes);

/// Throws InputError saying that the file's content needs more memory than is available.
[[noreturn]] void fail_for_memory(const std::filesystem::path& file);

/// Returns the result of `make`, which reads the file's content. Throws InputError if memory runs
/// out.
template <class Make>
auto with_memory_for(const std::filesystem::path& file, Make&& make) try {
  return std::forward<Make>(make)();
} catch (const std::bad_alloc&) {
  fail_for_memory(file);
}

/// Writes `bytes` to `file` through an UnfinishedFile: completely or not at all. Throws InputError
/// if the folder is missing or not writable, or the disk is full.
void replace_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace condyle
