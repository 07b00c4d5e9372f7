#pragma once

// Encodings of a DataArray in VTK's XML files. Not part of the library's interface.

#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace condyle::mesh {

enum class VtkType { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

/// Parses a type name, from "Int8" to "Float64". Returns none for other names.
std::optional<VtkType> parse_vtk_type(std::string_view name);

/// Encoding of the binary data of one file.
struct VtkEncoding {
  std::endian order = std::endian::little;
  bool wide_header = false;  ///< counts are UInt64, otherwise UInt32
  bool zlib = false;
};

/// The content of a DataArray cannot be decoded. `problem` tells why, without the place.
struct VtkDataError {
  std::string problem;
};

/// The number of values that the array claims to hold, from its header alone, without inflating any
/// data. Throws VtkDataError if the header is truncated or not base64.
double stated_vtk_numbers(std::string_view data, bool base64, VtkType type,
                          const VtkEncoding& encoding);

/// Decodes an array at the front of `data`, either base64 or raw; `data` may continue after it.
/// Integers beyond 2^53 are rounded. Throws VtkDataError if the data is truncated, inconsistent or
/// not base64. Allocates as much as the data claims to hold: call stated_vtk_numbers() first.
std::vector<double> decode_vtk_binary(std::string_view data, bool base64, VtkType type,
                                      const VtkEncoding& encoding);

}  // namespace condyle::mesh
