#pragma once

// Shared tools of the readers of the mesh formats: the bytes of one file, parsing of its words and
// numbers, and errors that name the place. Not part of the library's interface.

#include <Eigen/Core>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

/// One mesh file in memory.
struct MeshSource {
  std::filesystem::path file;
  std::string_view bytes;

  /// Throw InputError "file[, line or byte]: problem". `problem` ends with the remedy.
  [[noreturn]] void fail(std::string_view problem) const;
  [[noreturn]] void fail_at_line(const char* where, std::string_view problem) const;
  [[noreturn]] void fail_at_byte(std::size_t offset, std::string_view problem) const;
};

/// Whether the character separates words in a text file: the blanks of C, in any locale. All text
/// readers share this definition.
constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// The text without leading and trailing blanks.
std::string_view trimmed(std::string_view text);

/// The text without the UTF-8 byte order mark that some programs put at the start.
std::string_view without_byte_order_mark(std::string_view text);

/// Removes the next word from the front of `text` and returns it; returns an empty word if there is
/// none. `also_space` also separates words.
std::string_view take_word(std::string_view& text, char also_space = ' ');

/// The text without zeros and end-of-file marks of DOS (0x1A) at its end, and blanks among them:
/// some programs pad files with them.
std::string_view without_padding(std::string_view text);

/// Whether the file is text rather than binary: its first bytes hold no zero, which the counts and
/// numbers of a binary file do.
bool is_text(std::string_view bytes);

/// Whether bytes behind the end of a mesh are nothing but padding and blanks.
bool is_padding(std::string_view bytes);

/// Removes the next line from the front of `text` and returns it without its line end.
std::string_view take_line(std::string_view& text);

/// The word quoted for a message: shortened, with '?' for unprintable characters.
std::string in_quotes(std::string_view word);

/// The text with A to Z in lower case, in any locale.
std::string lowered(std::string text);

/// The extension of the file, such as ".stl", in lower case.
std::string lower_extension(const std::filesystem::path& file);

bool equal_ignoring_case(std::string_view a, std::string_view b);

/// Whether the number can be a coordinate in a file of any unit: finite, and small enough that no
/// unit makes it infinite. require_readable() refuses coordinates that are too large in metres.
bool is_coordinate(double value);

/// Parses the next three words of `text`, which lies in `source.bytes`, as a position. A missing
/// word is reported at `where`.
Eigen::Vector3d take_position(const MeshSource& source, std::string_view& text, const char* where,
                              char also_space = ' ');

/// Checks the output of every reader: the mesh has triangles, no more triangles or vertices than an
/// int can count, indices in range, and coordinates [m] of at most k_farthest_coordinate. Throws
/// InputError naming the file.
void require_readable(const std::filesystem::path& file, const TriangleMesh& mesh);

/// Reads a number stored at `bytes` in the given byte order.
template <class Number>
Number load(const char* bytes, std::endian order) {
  char copy[sizeof(Number)];
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    copy[i] = bytes[order == std::endian::native ? i : sizeof(Number) - 1 - i];
  }
  Number number;
  std::memcpy(&number, copy, sizeof(Number));
  return number;
}

/// Appends a number in little-endian order, as in all binary files that we write.
template <class Number>
void append_bytes(std::string& bytes, Number number) {
  char copy[sizeof(Number)];
  std::memcpy(copy, &number, sizeof(Number));
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bytes += copy[std::endian::native == std::endian::little ? i : sizeof(Number) - 1 - i];
  }
}

}  // namespace condyle::mesh
