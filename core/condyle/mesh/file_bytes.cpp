#include "condyle/mesh/file_bytes.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "condyle/error.h"
#include "condyle/mesh/unfinished_file.h"

namespace condyle {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, std::string_view problem) {
  throw InputError(fmt::format("{}: {}", file.string(), problem));
}

}  // namespace

std::string read_file_bytes(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) fail(file, "no such file; check the path");
  if (fs::is_directory(status)) fail(file, "is a folder; give a file in it");
  if (!fs::is_regular_file(status)) fail(file, "is not a regular file; give one");

  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::string bytes;
  if (in) {
    bytes.resize(fs::file_size(file, error));
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  if (!in || error) {
    fail(file, fmt::format("cannot be read ({}); check its permissions",
                           errno != 0 ? std::strerror(errno) : "unknown error"));
  }
  if (bytes.empty()) fail(file, "is empty; export or download it again");
  return bytes;
}

void replace_file(const fs::path& file, std::string_view bytes) {
  UnfinishedFile unfinished(file);
  unfinished.write(bytes);
  unfinished.publish();
}

}  // namespace condyle
