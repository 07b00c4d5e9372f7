#include "core/src/files/file_bytes.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <system_error>

#include "condyle/error.h"
#include "core/src/files/unfinished_file.h"

namespace condyle {
namespace {

namespace fs = std::filesystem;

/// A larger file is a mistake: the file of a mesh that is small enough to work with has at most a
/// tenth of this size.
constexpr std::uintmax_t k_largest_file = std::uintmax_t{4} << 30;

[[noreturn]] void fail(const fs::path& file, std::string_view problem) {
  throw InputError(fmt::format("{}: {}", file.string(), problem));
}

[[noreturn]] void fail_to_read(const fs::path& file, std::string_view reason) {
  fail(file, fmt::format("cannot be read ({}); check its permissions", reason));
}

void require_regular(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) fail(file, "no such file; check the path");
  if (error == std::errc::too_many_symbolic_link_levels) {
    fail(file, "is a link that leads back to itself; give the file that it should lead to");
  }
  if (status.type() == fs::file_type::none) fail_to_read(file, error.message());
  if (fs::is_directory(status)) fail(file, "is a folder; give a file in it");
  if (!fs::is_regular_file(status)) fail(file, "is not a regular file; give one");
}

}  // namespace

std::string read_file_bytes(const fs::path& file) {
  require_regular(file);
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  if (!error && size > k_largest_file) {
    fail(file, fmt::format("has {:.3g} GB, more than the {} GB that can be read; is it the right "
                           "file? Thin a mesh out",
                           static_cast<double>(size) / (1 << 30), k_largest_file >> 30));
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::string bytes;
  if (in && !error) {
    with_memory_for(file, [&] { bytes.resize(size); });
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  if (!in || error) fail_to_read(file, errno != 0 ? std::strerror(errno) : "unknown error");
  if (bytes.empty()) fail(file, "is empty; export or download it again");
  return bytes;
}

void fail_for_memory(const fs::path& file) {
  fail(file, "takes more memory than is free; close other programs, or thin out what is in it");
}

void replace_file(const fs::path& file, std::string_view bytes) {
  UnfinishedFile unfinished(file);
  unfinished.write(bytes);
  unfinished.publish();
}

}  // namespace condyle
