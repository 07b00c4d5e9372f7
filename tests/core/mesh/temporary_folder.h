#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

#include "condyle/error.h"

namespace condyle {

/// A folder for one test, removed with its contents.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::random_device draw;
    do {
      path_ = std::filesystem::temp_directory_path() / ("condyle-test-" + std::to_string(draw()));
    } while (!std::filesystem::create_directory(path_));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    // A file that is cut to nothing and written again is flushed to the disk when it is closed; a
    // new one is not.
    std::filesystem::remove(path_ / name);
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }

  long file_count() const { return std::distance(std::filesystem::directory_iterator(path_), {}); }

 private:
  std::filesystem::path path_;
};

inline std::string file_content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The message of the InputError that `call` throws; empty if it throws none.
template <class Call>
std::string input_error_of(Call&& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace condyle
