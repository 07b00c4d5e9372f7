#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace condyle {

/// The whole content of a regular file. Throws InputError where it is missing, a directory or
/// device, empty or unreadable.
std::string read_file_bytes(const std::filesystem::path& file);

/// Puts `bytes` into a file beside `file` and renames it over `file`, so that no reader ever sees
/// half of it and a failure leaves what was there before. A link is followed; a device is written
/// in place. Throws InputError where the folder is missing or not writable or the disk is full.
void replace_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace condyle
