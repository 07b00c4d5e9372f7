#include "core/src/mesh/vtk_data.h"

#include <fmt/core.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <utility>

#include "core/src/mesh/mesh_source.h"

namespace condyle::mesh {
namespace {

[[noreturn]] void fail_truncated() {
  throw VtkDataError{
      "ends before its stated length; the file is truncated or damaged, export or "
      "download it again"};
}

constexpr int k_not_base64 = -1;

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return k_not_base64;
}

/// Decodes data and hands out the bytes on request.
class ByteStream {
 public:
  ByteStream(std::string_view data, bool base64) : data_(data), base64_(base64) {}

  /// Upper bound on the number of bytes left.
  std::size_t most_left() const {
    return base64_ ? pending_.size() + data_.size() / 4 * 3 : data_.size();
  }

  std::string take(std::size_t count) {
    if (count > most_left()) fail_truncated();
    if (!base64_) {
      std::string bytes(data_.substr(0, count));
      data_.remove_prefix(count);
      return bytes;
    }
    std::string bytes = std::move(pending_);
    while (bytes.size() < count) decode_four(bytes);
    pending_ = bytes.substr(count);
    bytes.resize(count);
    return bytes;
  }

 private:
  /// Four characters encode three bytes, fewer with '=' as padding. Padding can occur in the
  /// middle, since header and data of a compressed array are encoded separately.
  void decode_four(std::string& bytes) {
    std::uint32_t bits = 0;
    int filled = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = next_character();
      if (c == '=') ++filled;
      const int value = c == '=' ? 0 : base64_value(c);
      if (value == k_not_base64 || filled > 2 || (filled > 0 && c != '=')) {
        throw VtkDataError{"is not valid base64; export or download the file again"};
      }
      bits = bits << 6 | static_cast<std::uint32_t>(value);
    }
    for (int i = 0; i < 3 - filled; ++i) bytes += static_cast<char>(bits >> (16 - 8 * i) & 0xFF);
  }

  char next_character() {
    std::size_t i = 0;
    while (i < data_.size() && is_blank(data_[i])) ++i;
    if (i == data_.size()) fail_truncated();
    const char c = data_[i];
    data_.remove_prefix(i + 1);
    return c;
  }

  std::string_view data_;
  bool base64_;
  std::string pending_;  ///< decoded but not yet taken
};

std::uint64_t take_count(ByteStream& stream, const VtkEncoding& encoding) {
  if (encoding.wide_header) {
    return load<std::uint64_t>(stream.take(8).data(), encoding.order);
  }
  return load<std::uint32_t>(stream.take(4).data(), encoding.order);
}

/// Header before the blocks of a compressed array.
struct BlockHeader {
  std::uint64_t blocks = 0;
  std::uint64_t size = 0;       ///< size of a block, inflated [bytes]
  std::uint64_t last_size = 0;  ///< size of the last block; 0 if like the others
};

BlockHeader take_block_header(ByteStream& stream, const VtkEncoding& encoding) {
  BlockHeader header;
  header.blocks = take_count(stream, encoding);
  header.size = take_count(stream, encoding);
  header.last_size = take_count(stream, encoding);
  return header;
}

/// The size that the header of an array claims, as a double, since a damaged header may claim any
/// number.
double stated_bytes(ByteStream stream, const VtkEncoding& encoding) {
  if (!encoding.zlib) return static_cast<double>(take_count(stream, encoding));
  const BlockHeader header = take_block_header(stream, encoding);
  const auto blocks = static_cast<double>(header.blocks), size = static_cast<double>(header.size);
  if (header.blocks == 0 || header.last_size == 0) return blocks * size;
  return (blocks - 1) * size + static_cast<double>(header.last_size);
}

std::string inflated(const std::string& compressed, std::uint64_t size) {
  // zlib compresses at best 1032 to 1; a larger claim means that the data is damaged.
  if (size > 1040 * (compressed.size() + 64)) fail_truncated();
  std::string bytes(size, '\0');
  uLongf length = static_cast<uLongf>(size);
  const int status = uncompress(reinterpret_cast<Bytef*>(bytes.data()), &length,
                                reinterpret_cast<const Bytef*>(compressed.data()),
                                static_cast<uLong>(compressed.size()));
  if (status != Z_OK || length != size) {
    throw VtkDataError{"is not valid zlib data; export or download the file again"};
  }
  return bytes;
}

/// Calls `use(bytes)` with the content of an array, at once or block by block. In a compressed
/// array the header is followed by the compressed size of each block, then by the blocks.
template <class Use>
void take_content(ByteStream& stream, const VtkEncoding& encoding, const Use& use) {
  if (!encoding.zlib) return use(stream.take(take_count(stream, encoding)));
  const BlockHeader header = take_block_header(stream, encoding);
  if (header.blocks > stream.most_left()) fail_truncated();
  std::vector<std::uint64_t> sizes(header.blocks);
  for (std::uint64_t& size : sizes) size = take_count(stream, encoding);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const bool is_partial = i + 1 == sizes.size() && header.last_size != 0;
    use(inflated(stream.take(sizes[i]), is_partial ? header.last_size : header.size));
  }
}

template <class Number>
std::vector<double> to_doubles(ByteStream& stream, const VtkEncoding& encoding) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(stated_bytes(stream, encoding)) / sizeof(Number));
  std::string left;  // part of a number that a block boundary split
  take_content(stream, encoding, [&](const std::string& bytes) {
    left += bytes;
    const std::size_t count = left.size() / sizeof(Number);
    for (std::size_t i = 0; i < count; ++i) {
      const char* at = left.data() + i * sizeof(Number);
      values.push_back(static_cast<double>(load<Number>(at, encoding.order)));
    }
    left.erase(0, count * sizeof(Number));
  });
  if (left.empty()) return values;
  throw VtkDataError{fmt::format("has {} bytes, no multiple of {}; export the file again",
                                 values.size() * sizeof(Number) + left.size(), sizeof(Number))};
}

std::size_t size_of(VtkType type) {
  constexpr std::array<std::size_t, 10> k_sizes = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return k_sizes[static_cast<std::size_t>(type)];
}

}  // namespace

std::optional<VtkType> parse_vtk_type(std::string_view name) {
  using enum VtkType;
  constexpr std::pair<std::string_view, VtkType> k_types[] = {
      {"Int8", int8},       {"UInt8", uint8},    {"Int16", int16}, {"UInt16", uint16},
      {"Int32", int32},     {"UInt32", uint32},  {"Int64", int64}, {"UInt64", uint64},
      {"Float32", float32}, {"Float64", float64}};
  for (const auto& [known, type] : k_types)
    if (known == name) return type;
  return std::nullopt;
}

double stated_vtk_numbers(std::string_view data, bool base64, VtkType type,
                          const VtkEncoding& encoding) {
  return stated_bytes(ByteStream(data, base64), encoding) / static_cast<double>(size_of(type));
}

std::vector<double> decode_vtk_binary(std::string_view data, bool base64, VtkType type,
                                      const VtkEncoding& encoding) {
  ByteStream stream(data, base64);
  // clang-format off
  switch (type) {
    case VtkType::int8: return to_doubles<std::int8_t>(stream, encoding);
    case VtkType::uint8: return to_doubles<std::uint8_t>(stream, encoding);
    case VtkType::int16: return to_doubles<std::int16_t>(stream, encoding);
    case VtkType::uint16: return to_doubles<std::uint16_t>(stream, encoding);
    case VtkType::int32: return to_doubles<std::int32_t>(stream, encoding);
    case VtkType::uint32: return to_doubles<std::uint32_t>(stream, encoding);
    case VtkType::int64: return to_doubles<std::int64_t>(stream, encoding);
    case VtkType::uint64: return to_doubles<std::uint64_t>(stream, encoding);
    case VtkType::float32: return to_doubles<float>(stream, encoding);
    case VtkType::float64: return to_doubles<double>(stream, encoding);
  }
  // clang-format on
  return {};
}

}  // namespace condyle::mesh
