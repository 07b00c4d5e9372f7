#pragma once

#include <filesystem>
#include <string>

namespace condyle {

/// The path that a text in UTF-8 names, such as one in a file. Windows would take plain characters
/// for those of the user's code page; path::string() gives UTF-8 there with MinGW-w64.
inline std::filesystem::path path_of(const std::string& utf8) {
  return std::filesystem::path(std::u8string(utf8.begin(), utf8.end()));
}

}  // namespace condyle
