#pragma once

#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace condyle {

/// The whole content of a regular file. Throws InputError where it is missing, a directory, a
/// device, a link to itself, empty, unreadable, or of more than 4 GB.
std::string read_file_bytes(const std::filesystem::path& file);

/// Throws InputError: what is in the file takes more memory than there is.
[[noreturn]] void fail_for_memory(const std::filesystem::path& file);

/// What `make` makes of the file's content. Throws InputError where memory runs out meanwhile.
template <class Make>
auto with_memory_for(const std::filesystem::path& file, Make&& make) try {
  return std::forward<Make>(make)();
} catch (const std::bad_alloc&) {
  fail_for_memory(file);
}

/// Writes `bytes` to `file` by way of an UnfinishedFile: whole, or not at all. Throws InputError
/// where the folder is missing or not writable or the disk is full.
void replace_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace condyle
