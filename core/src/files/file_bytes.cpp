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

/// Whether the first letters of a text stand each in `size` bytes, the last of which (or the first,
/// for the other byte order) is the letter and the others are zero.
bool has_wide_letters(std::string_view bytes, std::size_t size, std::size_t place) {
  constexpr std::size_t k_letters = 4;
  if (bytes.size() < k_letters * size) return false;
  for (std::size_t i = 0; i < k_letters * size; ++i) {
    const char c = bytes[i];
    const bool is_letter = (c >= ' ' && c <= '~') || (c >= '\t' && c <= '\r');
    if (i % size == place ? !is_letter : c != '\0') return false;
  }
  return true;
}

/// The name of the encoding; null for one of bytes, such as UTF-8.
const char* wide_encoding_of(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return "UTF-16";
  if (has_wide_letters(bytes, 4, 0) || has_wide_letters(bytes, 4, 3)) return "UTF-32";
  if (has_wide_letters(bytes, 2, 0) || has_wide_letters(bytes, 2, 1)) return "UTF-16";
  return nullptr;
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

void require_narrow_text(const fs::path& file, std::string_view bytes) {
  if (const char* encoding = wide_encoding_of(bytes))
    fail(file, fmt::format("is text in {}; save it as UTF-8", encoding));
}

std::string read_text_file(const fs::path& file) {
  std::string text = read_file_bytes(file);
  require_narrow_text(file, text);
  return text;
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
