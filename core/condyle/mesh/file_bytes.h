#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace condyle {

/// The whole content of a regular file. Throws InputError where it is missing, a directory or
/// device, empty or unreadable.
std::string read_file_bytes(const std::filesystem::path& file);

/// Writes `bytes` to `file` by way of an UnfinishedFile: whole, or not at all. Throws InputError
/// where the folder is missing or not writable or the disk is full.
void replace_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace condyle
