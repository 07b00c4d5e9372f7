#include "condyle/mesh/file_bytes.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "condyle/error.h"

namespace condyle {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, std::string_view problem) {
  throw InputError(fmt::format("{}: {}", file.string(), problem));
}

/// Writes and closes. Returns an empty text, or what went wrong.
std::string write_bytes(const fs::path& file, std::string_view bytes) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();  // what the buffer held may fail only now
  if (out) return {};
  return errno != 0 ? std::strerror(errno) : "unknown error";
}

/// A name beside `file` that nothing has yet.
fs::path unused_name_beside(const fs::path& file) {
  std::error_code ignored;
  fs::path name = file;
  name += ".part";
  for (int i = 1; fs::exists(name, ignored); ++i) {
    name = file;
    name += fmt::format(".part{}", i);
  }
  return name;
}

[[noreturn]] void fail_to_write(const fs::path& file, std::string_view reason) {
  fail(file, fmt::format("cannot be written ({}); check the folder, its permissions and the free "
                         "space on its disk",
                         reason));
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
  std::error_code error;
  if (fs::is_directory(file, error)) fail(file, "is a folder; give the name of a file in it");
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) {
    fail(file, fmt::format("the folder {} does not exist; create it first", folder.string()));
  }
  const fs::file_status status = fs::status(file, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    const std::string reason = write_bytes(file, bytes);
    if (!reason.empty()) fail_to_write(file, reason);
    return;
  }

  const fs::path target = fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : file;
  const fs::path part = unused_name_beside(target);
  std::string reason = write_bytes(part, bytes);
  if (reason.empty()) {
    fs::rename(part, target, error);
    if (!error) return;
    reason = error.message();
  }
  fs::remove(part, error);
  fail_to_write(file, reason);
}

}  // namespace condyle
