#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace condyle::fuzz {

/// A file for readers that take no text from memory, in the folder of temporary files:
/// tests/fuzz/run has it in memory. Each process has its own.
class InputFile {
 public:
  explicit InputFile(const std::string& extension);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& write(std::string_view bytes) const;

 private:
  std::filesystem::path path_;
};

}  // namespace condyle::fuzz
